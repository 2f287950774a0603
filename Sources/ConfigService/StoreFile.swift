import Glibc
import RolloutStore

/// The store at a path, opened again whenever another file has taken its place.
struct StoreFile {
    let path: String
    private var opened: (store: any Store, identity: Identity)?

    /// How long a look at the store waits for other processes.
    private static let busyTimeout: Duration = .milliseconds(500)

    /// What tells one file from another; an open file's is not given to a new one.
    private struct Identity: Equatable {
        let device: dev_t
        let node: ino_t
    }

    init(path: String) { self.path = absolutePath(path) }

    /// The store that is at the path now.
    ///
    /// - Returns: Whether it is another than the last time, also the first time.
    /// - Throws: `StoreError`; then the next call opens it anew.
    mutating func current() throws(StoreError) -> (store: any Store, isNew: Bool) {
        let identity = try identity()
        if let opened, opened.identity == identity { return (opened.store, false) }
        opened = nil
        let store = try SQLiteStore(path: path, access: .read, busyTimeout: Self.busyTimeout)
        opened = (store, identity)
        return (store, true)
    }

    /// Forgets the open file, so that the next call opens it anew.
    mutating func close() { opened = nil }

    private func identity() throws(StoreError) -> Identity {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let problem: StoreError.Problem =
                errno == ENOENT ? .missing : .unreachable(String(cString: strerror(errno)))
            throw StoreError(location: path, problem: problem)
        }
        return Identity(device: status.st_dev, node: status.st_ino)
    }
}
