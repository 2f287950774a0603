import Glibc

/// What tells a file, as it is, from another and from itself before or after a change.
package struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let node: ino_t
    private let seconds: time_t
    private let nanoseconds: Int
    /// How long it is.
    package let byteCount: Int

    init(_ status: stat) {
        device = status.st_dev
        node = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        byteCount = Int(status.st_size)
    }
}
