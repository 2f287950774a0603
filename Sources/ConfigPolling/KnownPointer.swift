package import ConfigBundle

/// What a host of files has said to be in force, and by what to ask it whether that is so still.
package struct KnownPointer: Sendable {
    package let pointer: BundlePointer
    /// The host's own mark of the file; nil: it gives none.
    private let entityTag: String?
    /// When the host says that the file was changed; nil: it does not say.
    private let lastModified: String?

    init(_ pointer: BundlePointer, from fields: HTTPFields) {
        self.pointer = pointer
        entityTag = fields["ETag"]
        lastModified = fields["Last-Modified"]
    }

    /// The header fields that ask for the pointer if it is another one by now (RFC 9110 section 13.1), the better one of
    /// the two; none when the host does not tell its versions apart.
    package var conditions: [(name: String, value: String)] {
        if let entityTag { return [("If-None-Match", entityTag)] }
        return lastModified.map { [("If-Modified-Since", $0)] } ?? []
    }
}
