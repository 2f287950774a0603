import Glibc

/// Owns an open directory, and reads, writes and deletes the files in it, each reached from the open directory, so that
/// no link and no `..` leads elsewhere.
package struct Folder: ~Copyable {
    /// For errors.
    package let path: String
    package let descriptor: Int32

    /// - Throws: ``JobError`` when there is none.
    package init(path: String) throws(JobError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw JobError(.list, path, code: errno) }
    }

    /// Makes the directory when there is none, and those above it.
    package init(creating path: String) throws(JobError) {
        for (index, character) in path.enumerated() where character == "/" && index > 0 {
            // Whatever keeps one from being made is what the last one fails by.
            mkdir(String(path.prefix(index)), 0o777)
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw JobError(.make, path, code: errno) }
        try self.init(path: path)
    }

    /// A directory in this one, which is no link; nil when there is none of that name.
    package init?(_ name: String, in parent: borrowing Folder) throws(JobError) {
        path = "\(parent.path)/\(name)"
        descriptor = openat(parent.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT || code == ENOTDIR || code == ELOOP { return nil }
            throw JobError(.list, path, code: code)
        }
    }

    deinit {
        // Negative when it was not opened.
        if descriptor >= 0 { close(descriptor) }
    }

    /// An error about something in the directory.
    package func error(_ operation: JobError.Operation, _ name: String, _ code: Int32) -> JobError {
        JobError(operation, "\(path)/\(name)", code: code)
    }
}

extension Folder {
    /// What is in the directory, in no order; names that begin with a dot are left out.
    ///
    /// A name that is not UTF-8 has replacement characters in it, and so names nothing.
    package func names() throws(JobError) -> [String] {
        // Reading goes on from where the last reader of a descriptor left off, hence one of its own.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0, let stream = fdopendir(own) else {
            let code = errno
            if own >= 0 { close(own) }
            throw JobError(.list, path, code: code)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        guard errno == 0 else { throw JobError(.list, path, code: errno) }
        return names
    }

    /// The content of a file that is no link; nil when there is none.
    ///
    /// - Parameter limit: A file of more bytes is an error.
    package func read(_ name: String, upTo limit: Int) throws(JobError) -> [UInt8]? {
        // Without O_NONBLOCK a pipe in the file's place would keep the caller waiting.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw error(.read, name, errno)
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var received = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                received = Glibc.read(file, buffer.baseAddress, buffer.count)
                count = max(0, received)
            }
            guard received >= 0 else {
                if errno == EINTR { continue }
                throw error(.read, name, errno)
            }
            if received == 0 { return bytes }
            bytes += chunk
        }
        throw JobError(.read, "\(path)/\(name)", reason: "it is larger than \(limit) bytes")
    }

    /// Puts a file in place, whole or not at all, also when the machine stops.
    package func write(_ bytes: [UInt8], to name: String) throws(JobError) {
        let temporary = ".\(name).new"
        // What an earlier run that was stopped may have left.
        guard unlinkat(descriptor, temporary, 0) == 0 || errno == ENOENT else {
            throw error(.write, name, errno)
        }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, temporary, flags, 0o666)
        guard file >= 0 else { throw error(.write, name, errno) }
        var failed = drain(bytes, to: file) && fsync(file) == 0 ? 0 : errno
        if close(file) != 0, failed == 0 { failed = errno }
        if failed == 0, renameat(descriptor, temporary, descriptor, name) != 0 { failed = errno }
        guard failed == 0 else {
            unlinkat(descriptor, temporary, 0)
            throw error(.write, name, failed)
        }
    }

    /// Makes the names in the directory last.
    package func sync() throws(JobError) {
        guard fsync(descriptor) == 0 else { throw JobError(.write, path, code: errno) }
    }

    /// Deletes a file; one that is not there is no error.
    package func remove(_ name: String) throws(JobError) {
        guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw error(.delete, name, errno) }
    }
}

/// False when not all of it could be written; `errno` says why.
private func drain(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
        var done = 0
        while done < bytes.count {
            let count = Glibc.write(file, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return false }
            done += count
        }
        return true
    }
}
