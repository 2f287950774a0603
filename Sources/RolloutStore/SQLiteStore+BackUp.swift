import Glibc
import SQLite

extension SQLiteStore {
    /// Writes the store, as it is at this moment, into one file, while others go on reading and changing it.
    ///
    /// The file is there once it is whole, checked and synced to the disk, or not at all.
    ///
    /// - Parameters:
    ///   - path: Where to; in a directory that exists. A relative path starts at the working directory.
    ///   - replacing: Whether a file that is there may be replaced.
    ///   - progress: Called now and then with how many pages are copied, and of how many.
    /// - Returns: The last change in it; nil when there is none.
    /// - Throws: `StoreError` with the location that it is about, the store's or the file's.
    package func backUp(
        to path: String,
        replacing: Bool = false,
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> LogHead? {
        let place = absolutePath(path)
        try checkPlace(place, replacing: replacing)
        let file = try StagedFile(for: place)
        try takeTurn { database in
            let copy = try Database(path: file.path, access: .readWrite, busyTimeout: .zero)
            try database.copy(over: copy, progress: progress)
        }
        let head = try SQLiteStore.checkCopy(file.path, of: location.path)
        try file.move(replacing: replacing)
        return head
    }

    private func checkPlace(_ place: String, replacing: Bool) throws(StoreError) {
        var (there, store) = (stat(), stat())
        guard stat(place, &there) == 0 else { return }
        if stat(location.path, &store) == 0, there.st_dev == store.st_dev, there.st_ino == store.st_ino {
            throw StoreError(location: place, problem: .backup("that is the store itself; name another file"))
        }
        guard there.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(location: place, problem: .backup("it is not a regular file"))
        }
        guard replacing else { throw StoreError(location: place, problem: .exists) }
    }

    /// The last change in a copy; nil when there is none.
    ///
    /// - Throws: `StoreError` about the store that it was made of, when it is damaged: pages are copied as they are.
    private static func checkCopy(_ path: String, of store: String) throws(StoreError) -> LogHead? {
        do {
            let head = try sound(SQLiteStore(path: path, access: .write), of: store).read { try $0.head() }
            // One file is easier to keep than three, and can be read where nothing can be written.
            try Database(path: path, access: .readWrite, busyTimeout: .zero).removeWriteAheadLog()
            return head
        } catch let error as StoreError {
            throw StoreError(location: store, problem: error.problem)
        } catch {
            throw StoreError(location: store, problem: .engine("\(error)"))
        }
    }

    private static func sound(_ copy: SQLiteStore, of store: String) throws -> SQLiteStore {
        guard let fault = try copy.takeTurn({ try $0.integrityFault() }) else { return copy }
        throw StoreError(location: store, problem: .corrupt(fault))
    }
}
