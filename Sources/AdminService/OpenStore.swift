import Glibc
import RolloutStore
import Synchronization

/// The store at a path, opened again when another file has taken its place.
final class OpenStore: Sendable {
    private let path: String
    private let access: SQLiteStore.Access
    private let opened: Mutex<Opened?>

    private struct Opened {
        let store: SQLiteStore
        let identity: Identity
    }

    private struct Identity: Equatable {
        let device: dev_t
        let node: ino_t
    }

    /// - Throws: `StoreError` when it cannot be opened.
    init(path: String, access: SQLiteStore.Access) throws(StoreError) {
        self.path = absolutePath(path)
        self.access = access
        opened = Mutex(nil)
        _ = try current()
    }

    /// The store that is at the path now.
    func current() throws(StoreError) -> SQLiteStore {
        try opened.withLock { opened throws(StoreError) in
            let identity = try identity()
            if let opened, opened.identity == identity { return opened.store }
            opened = nil
            let store = try SQLiteStore(path: path, access: access)
            opened = Opened(store: store, identity: identity)
            return store
        }
    }

    /// Runs `body` on the store, and once more where a backup took its place just then.
    func withStore<Result>(_ body: (SQLiteStore) throws -> Result) throws -> Result {
        do {
            return try body(current())
        } catch let error as StoreError where error.problem == .putAside {
            return try body(current())
        }
    }

    private func identity() throws(StoreError) -> Identity {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw StoreError(
                location: path,
                problem: errno == ENOENT ? .missing : .unreachable(String(cString: strerror(errno)))
            )
        }
        return Identity(device: status.st_dev, node: status.st_ino)
    }
}
