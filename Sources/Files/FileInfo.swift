/// What can be told of a regular file without reading it.
package struct FileInfo: Equatable, Sendable {
    package let byteCount: Int
    /// When it was last changed, in seconds since 1970.
    package let modified: Int64

    package init(byteCount: Int, modified: Int64) {
        self.byteCount = byteCount
        self.modified = modified
    }
}
