import CSyncFS
import Glibc

extension Directory {
    /// The content of a file; nil when there is none.
    ///
    /// - Parameter limit: The most bytes that it may have.
    package func read(_ name: String, atMost limit: Int) throws(FileError) -> [UInt8]? {
        // Without O_NONBLOCK a pipe in the file's place would keep the caller waiting.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let code = errno
            guard code != ENOENT else { return nil }
            throw FileError("read", path(name), code == ELOOP ? .link : .system(code))
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError("read", path(name), .system(errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileError("read", path(name), .special) }
        guard status.st_size <= limit else { throw FileError("read", path(name), .tooLarge(limit: limit)) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let (count, code) = bytes.withUnsafeMutableBytes { fill($0, from: file) }
        guard code == 0 else { throw FileError("read", path(name), .system(code)) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Puts a file in place of whatever has the name, whole or not at all, also when the machine stops.
    ///
    /// The name itself lasts only after ``sync()``.
    ///
    /// - Parameter modified: The time of change that it is to have, in seconds since 1970; nil: the present.
    package func write(_ bytes: [UInt8], to name: String, modified: Int64? = nil) throws(FileError) {
        try stage(bytes, for: name, modified: modified)
        do throws(FileError) {
            try secure(stagedFor: name)
            try place(name)
        } catch {
            unlinkat(descriptor, Self.temporary(for: name), 0)
            throw error
        }
    }

    /// Writes a file under another name, to be put in place with ``place(_:)`` once its content lasts.
    ///
    /// In steps, so that many files can be made to last together. A process that is ended leaves it under the name that
    /// ``temporary(for:)`` gives.
    package func stage(_ bytes: [UInt8], for name: String, modified: Int64?) throws(FileError) {
        let temporary = Self.temporary(for: name)
        guard unlinkat(descriptor, temporary, 0) == 0 || errno == ENOENT else {
            throw FileError("write", path(name), .system(errno))
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, 0o644)
        guard file >= 0 else { throw FileError("write", path(name), .system(errno)) }
        var failure = bytes.withUnsafeBytes { drain($0, to: file) }
        if failure == 0, let modified {
            let time = timespec(tv_sec: Int(modified), tv_nsec: 0)
            failure = futimens(file, [time, time]) == 0 ? 0 : errno
        }
        if close(file) != 0, failure == 0 { failure = errno }
        guard failure == 0 else {
            unlinkat(descriptor, temporary, 0)
            throw FileError("write", path(name), .system(failure))
        }
    }

    /// Makes the content of a staged file last.
    package func secure(stagedFor name: String) throws(FileError) {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let file = openat(descriptor, Self.temporary(for: name), flags)
        guard file >= 0 else { throw FileError("write", path(name), .system(errno)) }
        var failure = fsync(file) == 0 ? 0 : errno
        if close(file) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw FileError("write", path(name), .system(failure)) }
    }

    /// Makes everything last that has been written to the directory's file system, by whomever.
    package func secureFileSystem() throws(FileError) {
        guard syncfs(descriptor) == 0 else { throw FileError("keep", path, .system(errno)) }
    }

    /// Gives a staged file its name.
    package func place(_ name: String) throws(FileError) {
        guard renameat(descriptor, Self.temporary(for: name), descriptor, name) == 0 else {
            throw FileError("write", path(name), .system(errno))
        }
    }

    /// Under which a file is written before it is put in place.
    package static func temporary(for name: String) -> String { ".\(name).new" }

    /// Sets when a file was last changed, in seconds since 1970.
    package func touch(_ name: String, modified: Int64) throws(FileError) {
        let time = timespec(tv_sec: Int(modified), tv_nsec: 0)
        guard utimensat(descriptor, name, [time, time], AT_SYMLINK_NOFOLLOW) == 0 else {
            throw FileError("touch", path(name), .system(errno))
        }
    }

    /// Deletes a file; that there is none is no error.
    package func remove(_ name: String) throws(FileError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else {
            throw FileError("delete", path(name), .system(errno))
        }
    }

    /// Deletes a directory if nothing is in it; whether it is gone.
    @discardableResult
    package func removeDirectoryIfEmpty(_ name: String) throws(FileError) -> Bool {
        guard unlinkat(descriptor, name, AT_REMOVEDIR) != 0, errno != ENOENT else { return true }
        guard errno != ENOTEMPTY, errno != EEXIST else { return false }
        throw FileError("delete", path(name), .system(errno))
    }
}

/// Reads until the memory is full or the file ends: how many bytes, and the error's number, 0 for none.
private func fill(_ bytes: UnsafeMutableRawBufferPointer, from file: Int32) -> (count: Int, code: Int32) {
    var done = 0
    while done < bytes.count {
        let count = Glibc.read(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count == 0 { break }
        if count < 0, errno == EINTR { continue }
        if count < 0 { return (done, errno) }
        done += count
    }
    return (done, 0)
}

/// The error's number when not all of it could be written; otherwise 0.
private func drain(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int32 {
    var done = 0
    while done < bytes.count {
        let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        done += count
    }
    return 0
}
