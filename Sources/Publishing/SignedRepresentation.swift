package import ConfigBundle

/// Bytes ready to be published, and the header fields by which clients know whose they are and whether they are whole.
package struct SignedRepresentation: Equatable, Sendable {
    package let representation: Representation
    /// Without signatures when there was no key.
    package let fields: BundleFields
}
