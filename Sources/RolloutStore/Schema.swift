import SQLite

/// The tables of a store in SQLite, and how a file gets from any version of them to the last.
struct Schema {
    /// One step from a version to the next, in the transaction of them all.
    typealias Migration = @Sendable (Database) throws -> Void

    /// The file's application ID: `WdRo` in ASCII.
    static let applicationID: Int32 = 0x5764_526F

    /// The schema of this version.
    ///
    /// Migrations in order: the first makes an empty file version 1, the next makes that version 2, and so on.
    /// Released ones are never edited; new ones are appended.
    static let current = Schema(migrations: [version1, version2, version3])

    let migrations: [Migration]

    var version: Int { migrations.count }

    /// Brings the file from its version to this one, in one transaction, whoever else tries the same.
    func migrate(_ database: Database) throws {
        try database.transaction(.immediate) {
            // Read inside: another process may have been faster.
            let found = Int(try database.userVersion())
            guard found < version else { return }
            for migration in migrations[found...] { try migration(database) }
            try database.setApplicationID(Self.applicationID)
            try database.setUserVersion(Int32(version))
        }
    }
}
