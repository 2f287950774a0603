import Glibc

/// Owns an open directory that belongs to this process's user alone, and reads and writes the files in it.
///
/// Every file is reached from the open directory, so that what was checked is what is used even if somebody puts
/// another directory in its place meanwhile.
struct KeyDirectory: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// nil when there is none.
    init?(existing path: String) throws(KeyRingError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            let code = errno
            guard code != ENOENT else { return nil }
            throw systemError("cannot open the directory of the keys", code)
        }
        try check(status(of: descriptor, path), path, wanted: 0o700)
    }

    /// Makes the directory when there is none, and those above it, which are no secret.
    init(creating path: String) throws(KeyRingError) {
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            // Whatever keeps one from being made is what the last one fails by.
            mkdir(String(path.prefix(index)), 0o777)
        }
        if mkdir(path, 0o700) == 0 {
            try Self.sync(path + "/..")
        } else if errno != EEXIST {
            throw KeyRingError(
                path: path,
                problem: .system("cannot make the directory of the keys", reason(errno))
            )
        }
        guard let directory = try KeyDirectory(existing: path) else {
            throw KeyRingError(
                path: path,
                problem: .system("cannot open the directory of the keys", reason(ENOENT))
            )
        }
        self = directory
    }

    deinit {
        // Negative when it was not opened.
        guard descriptor >= 0 else { return }
        // A program that is being started has a copy of the descriptor, and closing this one would leave it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Keeps other processes from changing the keys until this value is gone.
    func lock() throws(KeyRingError) {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            throw code == EWOULDBLOCK
                ? error(.busy) : systemError("cannot lock the directory of the keys", code)
        }
    }

    /// An error about the directory, or about a file in it.
    func error(_ problem: KeyRingError.Problem, _ name: String? = nil) -> KeyRingError {
        KeyRingError(path: name.map { "\(path)/\($0)" } ?? path, problem: problem)
    }

    private func systemError(_ operation: String, _ code: Int32, _ name: String? = nil) -> KeyRingError {
        error(.system(operation, reason(code)), name)
    }
}

extension KeyDirectory {
    /// The names of the files of keys: of all that is there but what begins with a dot.
    func names() throws(KeyRingError) -> Set<String> {
        try allNames().filter { !$0.hasPrefix(".") }
    }

    /// Deletes what was being written when a process was stopped, which may be a private part: for whoever has the lock.
    func removeLeftOvers() throws(KeyRingError) {
        for name in try allNames() where name.hasPrefix(".") && name.hasSuffix(Self.temporary) {
            try remove(name)
        }
    }

    private static let temporary = ".new"

    private func allNames() throws(KeyRingError) -> Set<String> {
        // Reading goes on from where the last reader of a descriptor left off, hence one of its own.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let stream = fdopendir(own) else {
            let code = errno
            if own >= 0 { close(own) }
            throw systemError("cannot list the keys", code)
        }
        defer { closedir(stream) }
        var names: Set<String> = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.insert(name) }
        }
        guard errno == 0 else { throw systemError("cannot list the keys", errno) }
        return names
    }

    /// The content of a file.
    func read(_ name: String, upTo limit: Int) throws(KeyRingError) -> [UInt8] {
        let file = try openFile(name)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let result = bytes.withUnsafeMutableBytes { fill($0, from: file) }
        guard let count = result.count else { throw systemError("cannot read", result.code, name) }
        guard count < limit else { throw error(.damaged("it is too long for a key"), name) }
        return Array(bytes.prefix(count))
    }

    /// What `body` makes of the content of a file that nobody else may read, of which it gets `limit` bytes at most.
    func readSecret<Result>(
        _ name: String,
        upTo limit: Int,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(KeyRingError) -> Result {
        let file = try openFile(name)
        defer { close(file) }
        try check(status(of: file, "\(path)/\(name)"), "\(path)/\(name)", wanted: 0o600)
        let outcome: (result: Result?, code: Int32) = withSecretBytes(count: limit) { bytes in
            let result = fill(bytes, from: file)
            guard let count = result.count else { return (nil, result.code) }
            return (body(UnsafeRawBufferPointer(rebasing: bytes[..<count])), 0)
        }
        guard let result = outcome.result else { throw systemError("cannot read", outcome.code, name) }
        return result
    }

    /// Puts a file in place, whole or not at all, also when the machine stops.
    func write(_ bytes: UnsafeRawBufferPointer, to name: String, mode: mode_t) throws(KeyRingError) {
        let temporary = ".\(name)\(Self.temporary)"
        // What an earlier process that was stopped may have left.
        guard unlinkat(descriptor, temporary, 0) == 0 || errno == ENOENT else {
            throw systemError("cannot write", errno, name)
        }
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw systemError("cannot write", errno, name) }
        // The umask may have taken from the mode.
        var failed = fchmod(file, mode) != 0 || !drain(bytes, to: file) || fsync(file) != 0 ? errno : 0
        if close(file) != 0, failed == 0 { failed = errno }
        if failed == 0, renameat(descriptor, temporary, descriptor, name) != 0 { failed = errno }
        guard failed == 0 else {
            unlinkat(descriptor, temporary, 0)
            throw systemError("cannot write", failed, name)
        }
        try sync()
    }

    func remove(_ name: String) throws(KeyRingError) {
        guard unlinkat(descriptor, name, 0) == 0 else { throw systemError("cannot delete", errno, name) }
        try sync()
    }

    /// Makes the names in the directory last.
    private func sync() throws(KeyRingError) {
        guard fsync(descriptor) == 0 else {
            throw systemError("cannot make the directory of the keys last", errno)
        }
    }

    private static func sync(_ path: String) throws(KeyRingError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw KeyRingError(path: path, problem: .system("cannot open the directory", reason(errno)))
        }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else {
            throw KeyRingError(path: path, problem: .system("cannot make the directory last", reason(errno)))
        }
    }

    private func openFile(_ name: String) throws(KeyRingError) -> Int32 {
        // Without O_NONBLOCK a pipe in the file's place would keep the caller waiting.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw systemError("cannot open", errno, name) }
        return file
    }

    private func status(of descriptor: Int32, _ path: String) throws(KeyRingError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw KeyRingError(path: path, problem: .system("cannot read the permissions", reason(errno)))
        }
        return status
    }

    private func check(_ status: stat, _ path: String, wanted: mode_t) throws(KeyRingError) {
        guard status.st_uid == geteuid() else {
            throw KeyRingError(path: path, problem: .foreign(owner: status.st_uid))
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = String(status.st_mode & 0o7777, radix: 8)
            throw KeyRingError(
                path: path,
                problem: .openToOthers(mode: mode, wanted: String(wanted, radix: 8))
            )
        }
    }
}

private func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Reads until the memory is full or the file ends: how many bytes, or nil and the error's number.
private func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: Int32) -> (count: Int?, code: Int32) {
    var done = 0
    while done < bytes.count {
        let count = Glibc.read(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count == 0 { break }
        if count < 0, errno == EINTR { continue }
        if count < 0 { return (nil, errno) }
        done += count
    }
    return (done, 0)
}

/// False when not all of it could be written; `errno` says why.
private func drain(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        done += count
    }
    return true
}
