import Glibc
import RolloutStore

/// The store at a path, opened again whenever its files have been touched.
///
/// An open database does not notice what is done to its files from outside: one that was deleted is read on as it was,
/// damage shows once the damaged page is read, and a shortened `-shm`, which is mapped into memory, ends the process.
/// So the files are looked at first, and only a store that was opened since they were last touched is read.
struct StoreFile {
    let path: String
    private var opened: (store: any Store, files: Files)?

    /// How long a look at the store waits for other processes.
    private static let busyTimeout: Duration = .milliseconds(500)

    init(path: String) { self.path = absolutePath(path) }

    /// The store that is at the path now.
    ///
    /// - Returns: Whether its files are others than the last time, also the first time, so that nothing that was read
    ///   before holds.
    /// - Throws: `StoreError`; then the next call opens it anew.
    mutating func current() throws(StoreError) -> (store: any Store, isNew: Bool) {
        let files = try Files(of: path)
        if let opened, opened.files == files { return (opened.store, false) }
        let last = opened?.files
        // Closed before it is opened: connections of one process share what is mapped.
        opened = nil
        let store = try SQLiteStore(path: path, access: .read, busyTimeout: Self.busyTimeout)
        // Looked at again, since opening makes log files that are missing.
        let present = try Files(of: path)
        opened = (store, present)
        return (store, last.map { !present.areThose(of: $0) } ?? true)
    }

    /// Forgets the open file, so that the next call opens it anew.
    mutating func close() { opened = nil }
}

extension StoreFile {
    /// What can be told of the store's three files without reading them.
    private struct Files: Equatable {
        private let database: File
        private let log: File?
        /// Without its time: readers write to it too.
        private let index: File?

        init(of path: String) throws(StoreError) {
            guard let database = try File(path) else { throw StoreError(location: path, problem: .missing) }
            self.database = database
            log = try File(path + "-wal")
            index = try File(path + "-shm", withTime: false)
        }

        /// Whether they are the same files, whatever has been written to them.
        func areThose(of other: Files) -> Bool {
            database.identity == other.database.identity && log?.identity == other.log?.identity
        }
    }

    private struct File: Equatable {
        /// What tells one file from another; an open file's is not given to a new one.
        struct Identity: Equatable {
            let device: dev_t
            let node: ino_t
        }

        let identity: Identity
        private let size: off_t
        private let seconds: time_t
        private let nanoseconds: Int

        /// nil when there is none.
        init?(_ path: String, withTime: Bool = true) throws(StoreError) {
            var status = stat()
            guard stat(path, &status) == 0 else {
                if errno == ENOENT { return nil }
                throw StoreError(location: path, problem: .unreachable(String(cString: strerror(errno))))
            }
            identity = Identity(device: status.st_dev, node: status.st_ino)
            size = status.st_size
            seconds = withTime ? status.st_mtim.tv_sec : 0
            nanoseconds = withTime ? status.st_mtim.tv_nsec : 0
        }
    }
}
