/// One document of the live state.
package struct Document: Equatable, Sendable {
    package let key: StateKey
    /// The text as it was set, to the byte.
    package let text: String
    /// The change that made it what it is.
    package let revision: Int64

    package init(key: StateKey, text: String, revision: Int64) {
        self.key = key
        self.text = text
        self.revision = revision
    }
}
