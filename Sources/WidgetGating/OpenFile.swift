#if canImport(Darwin)
    import Darwin

    private let systemWrite = Darwin.write
    private let systemRename = Darwin.rename
#else
    import Glibc

    private let systemWrite = Glibc.write
    private let systemRename = Glibc.rename
#endif

/// Owns an open file, and closes it with its last use.
struct OpenFile: ~Copyable {
    /// How files are opened: never through a symbolic link, never waiting for the other end of a pipe, and not for
    /// programs that this one starts.
    private static let always = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    /// The owner alone: app and extensions are one user.
    private static let mode: mode_t = 0o600

    private let descriptor: Int32
    private let operation: AppGroupError.Operation
    let path: String

    private init(_ path: String, _ operation: AppGroupError.Operation, flags: Int32) throws(AppGroupError) {
        descriptor = retried { open(path, flags | Self.always, Self.mode) }
        self.operation = operation
        self.path = path
        guard descriptor >= 0 else {
            let code = errno
            // What O_NOFOLLOW gives for a symbolic link.
            throw AppGroupError(
                operation: operation,
                path: path,
                cause: code == ELOOP ? .notAFile : .system(code: code)
            )
        }
    }

    deinit {
        // Whatever has to be known of the file's state was asked before. Negative when it was not opened.
        if descriptor >= 0 { close(descriptor) }
    }
}

// MARK: - Reading

extension OpenFile {
    /// nil when there is none.
    static func reading(_ path: String) throws(AppGroupError) -> OpenFile? {
        do throws(AppGroupError) {
            return try OpenFile(path, .read, flags: O_RDONLY)
        } catch {
            guard error.cause != .system(code: ENOENT) else { return nil }
            throw error
        }
    }

    /// All of it.
    ///
    /// - Parameter limit: The most bytes that are read.
    func contents(limit: Int) throws(AppGroupError) -> [UInt8] {
        let count = try regularFileSize()
        guard count <= limit else { throw error(.tooLarge(limit: limit)) }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = retried {
                    read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
                }
                if got < 0 { code = errno }
                // Files are replaced, never changed, so one that ends early was cut off by somebody else.
                guard got > 0 else { return }
                filled += got
            }
        }
        guard code == 0 else { throw error(.system(code: code)) }
        return bytes
    }

    private func regularFileSize() throws(AppGroupError) -> Int {
        let status = try status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw error(.notAFile) }
        return Int(status.st_size)
    }

    private func status() throws(AppGroupError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(.system(code: errno)) }
        return status
    }
}

// MARK: - Writing

extension OpenFile {
    /// A new file, in place of what may be there.
    static func creating(_ path: String) throws(AppGroupError) -> OpenFile {
        // What an interrupted writer has left. Should it not go away, the next line says why.
        unlink(path)
        let file = try OpenFile(path, .write, flags: O_WRONLY | O_CREAT | O_EXCL)
        try file.protect()
        return file
    }

    /// Writes to its end, and returns when the system has taken the bytes to the disk.
    func write(_ bytes: [UInt8]) throws(AppGroupError) {
        var (done, code): (Int, Int32) = (0, 0)
        bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done...])
                let put = retried { systemWrite(descriptor, rest.baseAddress, rest.count) }
                if put < 0 { code = errno }
                guard put > 0 else { return }
                done += put
            }
        }
        guard done == bytes.count else { throw error(.system(code: code == 0 ? ENOSPC : code)) }
        try sync()
    }

    /// Makes what was renamed in a directory last.
    static func sync(directoryOf path: String) throws(AppGroupError) {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        try OpenFile(path[...end] + ".", .write, flags: O_RDONLY).sync()
    }

    private func sync() throws(AppGroupError) {
        guard retried({ fsync(descriptor) }) == 0 else { throw error(.system(code: errno)) }
    }

    /// Widgets are drawn while the device is locked, so that the file must be readable then, whatever the app has as
    /// its default: from the first unlocking after a start on.
    private func protect() throws(AppGroupError) {
        #if os(iOS)
            /// `NSFileProtectionCompleteUntilFirstUserAuthentication`.
            let untilFirstUnlock: Int32 = 3
            guard fcntl(descriptor, F_SETPROTECTIONCLASS, untilFirstUnlock) == 0 || errno == ENOTSUP else {
                throw error(.system(code: errno))
            }
        #endif
    }
}

// MARK: - Locking

extension OpenFile {
    /// Does something while no other process does anything under the lock of that file, which is made when there is
    /// none.
    ///
    /// - Parameter patience: How often to try, 5 ms apart.
    /// - Throws: What `body` throws, and ``AppGroupError/Cause/busy`` when the lock was never free.
    static func withLock<Result>(
        _ path: String,
        patience: Int = 200,
        _ body: () throws(AppGroupError) -> Result
    ) throws(AppGroupError) -> Result {
        let file = try OpenFile(path, .lock, flags: O_RDWR | O_CREAT)
        try file.protect()
        try file.lock(patience: patience)
        defer { file.unlock() }
        return try body()
    }

    /// Tries again and again rather than wait in `flock`: a process that was stopped may hold the lock for ever.
    private func lock(patience: Int) throws(AppGroupError) {
        for attempt in 1...patience {
            if retried({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return }
            guard errno == EWOULDBLOCK else { throw error(.system(code: errno)) }
            if attempt < patience { usleep(5_000) }
        }
        throw error(.busy)
    }

    private func unlock() {
        // Closing the file would do as well, were it certain that it is not closed before its scope ends.
        flock(descriptor, LOCK_UN)
    }
}

extension OpenFile {
    private func error(_ cause: AppGroupError.Cause) -> AppGroupError {
        AppGroupError(operation: operation, path: path, cause: cause)
    }
}

/// Gives a file another name, in place of what has that name.
func rename(
    _ path: String,
    to new: String,
    _ operation: AppGroupError.Operation
) throws(AppGroupError) {
    guard systemRename(path, new) == 0 else {
        throw AppGroupError(operation: operation, path: path, cause: .system(code: errno))
    }
}

/// The system's number for a medium that does not give back what was written to it.
let damagedMedium = EIO

/// What the system says of a number that it gave as the reason.
func systemReason(_ code: Int32) -> String { String(cString: strerror(code)) }

/// Calls again when a signal came in between.
private func retried<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
