import Glibc
import Synchronization

/// A database file that is made beside its place and moved there once it is whole, so that at no moment half of one is
/// there.
///
/// What has not been moved goes away with the last reference.
final class StagedFile {
    /// Where it is made.
    let path: String
    /// Where it is to go; an absolute path.
    let destination: String
    private var isMoved = false

    /// How many this process has made: each has its own name.
    private static let count = Mutex(0)

    /// Makes the file, empty.
    ///
    /// - Parameter model: A file whose permissions and owner it gets; nil: what the umask leaves.
    init(for destination: String, like model: String? = nil) throws(StoreError) {
        self.destination = destination
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        path = "\(destination).\(getpid())-\(number).partial"
        var status = stat()
        let hasModel = model.map { stat($0, &status) == 0 } ?? false
        // What a process of the same number left when it was killed.
        removeFiles()
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            isMoved = true
            throw error("cannot make a file beside it")
        }
        defer { close(descriptor) }
        guard hasModel else { return }
        guard fchown(descriptor, status.st_uid, status.st_gid) == 0 || hasOwner(descriptor, of: status) else {
            throw error("cannot give the file to the owner of the one before; run this as that user")
        }
        guard fchmod(descriptor, status.st_mode & 0o777) == 0 else {
            throw error("cannot set its permissions")
        }
    }

    deinit { if !isMoved { removeFiles() } }

    /// Syncs it and puts it in its place.
    ///
    /// - Parameter replacing: Whether what is there may go; otherwise it stays and this throws.
    func move(replacing: Bool) throws(StoreError) {
        try sync(path)
        if replacing {
            guard rename(path, destination) == 0 else { throw error("cannot put the file there") }
        } else {
            guard linkOrRename() else {
                throw errno == EEXIST
                    ? StoreError(location: destination, problem: .exists) : error("cannot put the file there")
            }
        }
        isMoved = true
        removeFiles()
        try sync(String(destination[...(destination.lastIndex(of: "/") ?? destination.startIndex)]))
    }

    /// Unlike a rename, a link never takes the place of something else.
    private func linkOrRename() -> Bool {
        if link(path, destination) == 0 {
            unlink(path)
            return true
        }
        guard errno == EPERM || errno == ENOTSUP else { return false }
        // A file system without links, such as that of a memory stick: a look has to do.
        if access(destination, F_OK) == 0 {
            errno = EEXIST
            return false
        }
        return rename(path, destination) == 0
    }

    private func sync(_ path: String) throws(StoreError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("cannot sync it to the disk") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw error("cannot sync it to the disk") }
    }

    private func hasOwner(_ descriptor: Int32, of wanted: stat) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_uid == wanted.st_uid
            && status.st_gid == wanted.st_gid
    }

    /// The database and what SQLite puts beside it; those that are not there are none the worse for it.
    private func removeFiles() {
        if !isMoved { unlink(path) }
        for suffix in ["-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    private func error(_ what: String) -> StoreError {
        let reason = String(cString: strerror(errno))
        return StoreError(location: destination, problem: .backup("\(what): \(reason)"))
    }
}
