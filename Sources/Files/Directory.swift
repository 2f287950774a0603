import Glibc

/// Owns an open directory, and reads and writes what is in it.
///
/// Everything is reached from the open directory, by one name at a time and never through a symbolic link, so that what
/// was checked is what is used even if somebody puts something else in its place meanwhile. Names must not hold `/`.
package final class Directory: Sendable {
    /// By which errors name it.
    package let path: String
    let descriptor: Int32

    /// Opens the directory at a path, in which links are followed.
    package init(_ path: String) throws(FileError) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else { throw FileError("open", path, .system(errno)) }
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // Negative when it was not opened.
        if descriptor >= 0 { close(descriptor) }
    }

    /// Makes a directory that is not there; what is above it must be.
    package static func make(_ path: String) throws(FileError) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
            throw FileError("make", path, .system(errno))
        }
    }

    /// The directory of that name in this one; nil when there is none.
    package func directory(_ name: String) throws(FileError) -> Directory? {
        let found = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if found >= 0 { return Directory(path: path(name), descriptor: found) }
        let code = errno
        guard code != ENOENT else { return nil }
        // What is no directory; a link is none either, and the system's words for it differ.
        if code == ENOTDIR || code == ELOOP { _ = try kind(of: name, wanted: S_IFDIR, "open") }
        throw FileError("open", path(name), .system(code))
    }

    /// The directory of that name in this one, made when there is none; it lasts.
    package func makeDirectory(_ name: String) throws(FileError) -> Directory {
        if mkdirat(descriptor, name, 0o777) == 0 {
            try sync()
        } else if errno != EEXIST {
            throw FileError("make", path(name), .system(errno))
        }
        guard let directory = try directory(name) else {
            throw FileError("open", path(name), .system(ENOENT))
        }
        return directory
    }

    /// The path of something in it.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of all that is in it, sorted, without `.` and `..`.
    package func names() throws(FileError) -> [String] {
        // Reading goes on from where the last reader of a descriptor left off, hence one of its own.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let stream = fdopendir(own) else {
            let code = errno
            if own >= 0 { close(own) }
            throw FileError("list", path, .system(code))
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw FileError("list", path, .system(errno)) }
        return names.sorted()
    }

    /// What a file of that name is like; nil when there is none.
    package func info(_ name: String) throws(FileError) -> FileInfo? {
        guard let status = try kind(of: name, wanted: S_IFREG, "use") else { return nil }
        return FileInfo(byteCount: Int(status.st_size), modified: Int64(status.st_mtim.tv_sec))
    }

    /// Makes the names in the directory last, whatever happens to the machine.
    package func sync() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError("keep", path, .system(errno)) }
    }

    /// nil when there is nothing of that name; throws when it is of another kind than is wanted.
    func kind(of name: String, wanted: mode_t, _ operation: String) throws(FileError) -> stat? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw FileError(operation, path(name), .system(errno))
        }
        switch status.st_mode & S_IFMT {
        case wanted: return status
        case S_IFLNK: throw FileError(operation, path(name), .link)
        default: throw FileError(operation, path(name), .special)
        }
    }
}
