import Glibc
import SQLite

/// Where a store is and what it is opened for: opening it, and saying what went wrong with it.
struct SQLiteLocation {
    let path: String
    let access: SQLiteStore.Access
    let busyTimeout: Duration

    /// Opens the file, makes sure that it is a store, and brings it up to date when it may be written.
    ///
    /// - Parameter acceptingOlder: Whether an older one will do that may only be read, as it does to copy it.
    func open(schema: Schema, acceptingOlder: Bool = false) throws(StoreError) -> Database {
        guard !path.isEmpty else { throw error(.unreachable("the path is empty")) }
        try refuseSpecialFile()
        if access == .create { try createDirectory() }
        do {
            let database = try Database(path: filePath, access: databaseAccess, busyTimeout: busyTimeout)
            let found = try version(of: database, schema: schema, acceptingOlder: acceptingOlder)
            if access != .read { try prepareForWriting(database, found: found, schema: schema) }
            return database
        } catch let failure as SQLiteError {
            throw openingError(failure)
        } catch let error as StoreError {
            throw error
        } catch {
            throw self.error(.engine("\(error)"))
        }
    }

    /// The problem behind what SQLite reported.
    func storeError(_ failure: SQLiteError) -> StoreError {
        switch failure.code {
        case .busy: error(.locked(timeout: busyTimeout))
        case .full: error(.full)
        case .corrupt: error(.corrupt(failure.message))
        case .inputOutput where failure.isShortRead: error(.corrupt("one of its files has been cut short"))
        case .notADatabase: error(.notAStore("the file is not an SQLite database"))
        case .readOnly: error(.notWritable(failure.message))
        case .cannotOpen: error(problemOpening(failure))
        case .constraint where failure.message == putAsideMessage: error(.putAside)
        default: error(.engine(failure.description))
        }
    }
}

extension SQLiteLocation {
    private func error(_ problem: StoreError.Problem) -> StoreError {
        StoreError(location: path, problem: problem)
    }

    /// `path`, kept from meaning one of SQLite's special names, such as `:memory:`.
    private var filePath: String { path.hasPrefix("/") ? path : "./\(path)" }

    private var databaseAccess: Database.Access {
        switch access {
        case .read: .readOnly
        case .write: .readWrite
        case .create: .readWriteCreate
        }
    }

    /// The schema's version in the file; zero for an empty one.
    ///
    /// - Throws: `StoreError` when the file is no store, or one that this version cannot use.
    private func version(of database: Database, schema: Schema, acceptingOlder: Bool) throws -> Int {
        // One snapshot, lest a store that another process is making is seen half made.
        let (identifier, version, isEmpty) = try database.transaction(.deferred) {
            (try database.applicationID(), Int(try database.userVersion()), try database.isEmpty())
        }
        if identifier != Schema.applicationID {
            guard isEmpty, identifier == 0, version == 0 else {
                throw error(.notAStore("the file is an SQLite database of another application"))
            }
            guard access == .create else { throw error(.notAStore("the file is empty")) }
        }
        guard version <= schema.version else {
            throw error(.newerSchema(found: version, supported: schema.version))
        }
        guard version == schema.version || access != .read || acceptingOlder else {
            throw error(.olderSchema(found: version, supported: schema.version))
        }
        return version
    }

    private func prepareForWriting(_ database: Database, found: Int, schema: Schema) throws {
        guard !database.isReadOnly else { throw error(.notWritable(reasonNotWritable)) }
        if try database.journalMode() != "wal" { try enableWriteAheadLog(of: database) }
        try database.keepWriteAheadLogFiles()
        try database.execute(script: "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")
        if found < schema.version { try schema.migrate(database) }
    }

    /// Tries until it works or the busy timeout is over: SQLite does not wait when two connections do this at once.
    private func enableWriteAheadLog(of database: Database) throws(SQLiteError) {
        let start = ContinuousClock.now
        while true {
            do {
                return try database.enableWriteAheadLog()
            } catch {
                guard error.code == .busy, ContinuousClock.now - start < busyTimeout else { throw error }
                usleep(.random(in: 500...5_000))
            }
        }
    }
}

extension SQLiteLocation {
    /// Opening a pipe waits for whoever is at its other end, and reading a device may never end.
    private func refuseSpecialFile() throws(StoreError) {
        for file in [filePath, filePath + "-wal", filePath + "-shm"] {
            switch kind(of: file) {
            // What is wrong with the path itself is found when it is opened.
            case nil, S_IFREG, S_IFDIR: break
            default: throw error(.unreachable("\(file == filePath ? "it" : file) is not a regular file"))
            }
        }
    }

    private var directory: String {
        guard let slash = filePath.lastIndex(of: "/"), slash != filePath.startIndex else { return "/" }
        return String(filePath[..<slash])
    }

    /// Makes the directory of the file, and those above it, with the permissions that the umask leaves.
    private func createDirectory() throws(StoreError) {
        var made = ""
        for part in directory.split(separator: "/") {
            made += made.isEmpty && !directory.hasPrefix("/") ? "\(part)" : "/\(part)"
            guard mkdir(made, 0o777) != 0, errno != EEXIST, errno != EISDIR else { continue }
            let reason = systemReason(errno)
            // Where it exists, systems may name another reason for not making it first.
            guard kind(of: made) != S_IFDIR else { continue }
            throw error(.unreachable("cannot create the directory \(made): \(reason)"))
        }
    }

    /// The problem behind what SQLite reported while the file was opened.
    private func openingError(_ failure: SQLiteError) -> StoreError {
        switch failure.code {
        // Also SQLite's words for a directory in the file's place, and for log files that it may not make.
        case .cannotOpen, .inputOutput, .readOnly: error(problemOpening(failure))
        default: storeError(failure)
        }
    }

    /// Why the file, or the `-wal` and `-shm` files beside it, could not be opened.
    private func problemOpening(_ failure: SQLiteError) -> StoreError.Problem {
        switch kind(of: filePath) {
        case nil where errno == ENOENT:
            guard access == .create else { return .missing }
            return .unreachable(
                "cannot make a file in the directory \(directory)\(reason(directory, lacks: W_OK))"
            )
        case nil:
            return .unreachable(systemReason(errno))
        case S_IFDIR:
            return .unreachable("it is a directory")
        default:
            break
        }
        if Glibc.access(filePath, R_OK) != 0 { return .unreachable(systemReason(errno)) }
        if Glibc.access(directory, W_OK) != 0 {
            return .unreachable(
                "its -wal and -shm files are missing, and the directory \(directory) cannot be written to make them"
                    + "\(reason(directory, lacks: W_OK)); a program that may write leaves them there"
            )
        }
        let cause = failure.systemError == 0 ? "" : ": \(systemReason(failure.systemError))"
        return .unreachable(failure.message + cause)
    }

    /// `: Permission denied` or the like; empty when the permission is there.
    private func reason(_ path: String, lacks permission: Int32) -> String {
        Glibc.access(path, permission) == 0 ? "" : ": \(systemReason(errno))"
    }

    private var reasonNotWritable: String {
        Glibc.access(filePath, W_OK) == 0 ? "SQLite opened it for reading only" : systemReason(errno)
    }

    /// The type bits of the file's mode; nil when it cannot be told, `errno` says why.
    private func kind(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private func systemReason(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}

extension Database {
    /// Whether the file has no table, nor anything else.
    fileprivate func isEmpty() throws(SQLiteError) -> Bool {
        try first("SELECT 1 FROM sqlite_schema LIMIT 1") { _ throws(SQLiteError) in true } == nil
    }
}
