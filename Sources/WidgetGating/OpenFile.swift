#if canImport(Darwin)
    import Darwin

    private let systemWrite = Darwin.write
#else
    import Glibc

    private let systemWrite = Glibc.write
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
            // What O_NOFOLLOW gives for a symbolic link, and sockets on Linux and on Apple's systems.
            let isNoFile = [ELOOP, ENXIO, EOPNOTSUPP].contains(code)
            throw AppGroupError(
                operation: operation,
                path: path,
                cause: isNoFile ? .notAFile : .system(code: code)
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

    /// How many bytes it has.
    ///
    /// - Throws: ``AppGroupError`` also when it is no file, or has more than `limit`.
    func size(limit: Int) throws(AppGroupError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw error(.system(code: errno)) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw error(.notAFile) }
        guard status.st_size <= limit else { throw error(.tooLarge(limit: limit)) }
        return Int(status.st_size)
    }

    /// The next bytes; fewer at the end.
    func bytes(_ count: Int) throws(AppGroupError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = retried {
                    read(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled)
                }
                if got < 0 { code = errno }
                guard got > 0 else { return }
                filled += got
            }
        }
        guard code == 0 else { throw error(.system(code: code)) }
        return bytes
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
        #if os(iOS) && !targetEnvironment(simulator)
            /// `NSFileProtectionCompleteUntilFirstUserAuthentication`.
            let untilFirstUnlock: Int32 = 3
            guard fcntl(descriptor, F_SETPROTECTIONCLASS, untilFirstUnlock) == 0 else {
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
    /// Does something with what was read of the file; what is wrong with that becomes an error about the file.
    func judge<Result>(_ body: () throws(AppGroupError.Cause) -> Result) throws(AppGroupError) -> Result {
        do throws(AppGroupError.Cause) { return try body() } catch { throw self.error(error) }
    }

    private func error(_ cause: AppGroupError.Cause) -> AppGroupError {
        AppGroupError(operation: operation, path: path, cause: cause)
    }
}

/// Calls again when a signal came in between.
private func retried<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
