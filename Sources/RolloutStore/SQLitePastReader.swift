import SQLite

/// The state as the changes up to a revision had made it, from the log alone.
///
/// Every question goes along an index from key to key and takes the last change of each, so that a document takes as
/// long whether it has had one change or a million.
struct SQLitePastReader: StateReader {
    private let last: Int64
    private let database: Database
    private let location: SQLiteLocation

    init(revision: Int64, database: Database, location: SQLiteLocation) {
        last = revision
        self.database = database
        self.location = location
    }

    func revision() throws(StoreError) -> Int64 {
        try location.ask { () throws(SQLiteError) in
            try database.first(
                "SELECT ifnull(max(revision), 0) FROM changes WHERE revision <= ?",
                .integer(last)
            ) {
                row throws(SQLiteError) in try row.integer(0)
            }
        } ?? 0
    }

    func document(_ key: StateKey) throws(StoreError) -> Document? {
        try location.ask { () throws(SQLiteError) in
            try database.first(
                """
                SELECT app, kind, name, after, revision FROM changes
                WHERE after IS NOT NULL AND revision = (
                    SELECT max(revision) FROM changes WHERE app = ? AND kind = ? AND name = ? AND revision <= ?)
                """,
                .text(key.app),
                .text(key.kind),
                .text(key.name),
                .integer(last),
                transform: storedDocument
            )
        }
    }

    func documents(app: String, kind: String?) throws(StoreError) -> [Document] {
        try location.ask { () throws(SQLiteError) in
            var kinds = kind.map { [$0] } ?? []
            if kind == nil { kinds = try self.kinds(of: app) }
            var documents: [Document] = []
            for kind in kinds {
                documents += try database.query(
                    documentsOfKind,
                    .text(app),
                    .text(kind),
                    .integer(last),
                    transform: storedDocument
                )
            }
            return documents
        }
    }

    func appRevisions() throws(StoreError) -> [String: Int64] {
        let pairs = try location.ask { () throws(SQLiteError) in
            try database.query(
                """
                SELECT app, (SELECT max(revision) FROM changes WHERE changes.app = apps.app AND revision <= ?1) AS last
                FROM apps WHERE last IS NOT NULL
                """,
                .integer(last)
            ) { row throws(SQLiteError) in (try row.text(0), try row.integer(1)) }
        }
        return Dictionary(pairs) { max($0, $1) }
    }

    func appRevision(_ app: String) throws(StoreError) -> Int64 {
        try location.ask { () throws(SQLiteError) in
            try database.first(
                "SELECT ifnull(max(revision), 0) FROM changes WHERE app = ? AND revision <= ?",
                .text(app),
                .integer(last)
            ) { row throws(SQLiteError) in try row.integer(0) }
        } ?? 0
    }

    func apps(changedAfter revision: Int64) throws(StoreError) -> [String] {
        let changed = try appRevisions().filter { $0.value > revision }.keys
        return changed.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Every kind of document that the app has ever had, sorted.
    private func kinds(of app: String) throws(SQLiteError) -> [String] {
        try database.query(kindsOfApp, .text(app)) { row throws(SQLiteError) in try row.text(0) }
    }
}

/// From each kind to the next above it.
private let kindsOfApp = """
    WITH RECURSIVE kinds (kind) AS (
        SELECT min(kind) FROM changes WHERE app = ?1
        UNION ALL
        SELECT (SELECT min(kind) FROM changes WHERE app = ?1 AND kind > kinds.kind) FROM kinds
        WHERE kinds.kind IS NOT NULL)
    SELECT kind FROM kinds WHERE kind IS NOT NULL
    """

/// From each name to the next above it, and of each the last change up to the revision.
private let documentsOfKind = """
    WITH RECURSIVE names (name) AS (
        SELECT min(name) FROM changes WHERE app = ?1 AND kind = ?2
        UNION ALL
        SELECT (SELECT min(name) FROM changes WHERE app = ?1 AND kind = ?2 AND name > names.name) FROM names
        WHERE names.name IS NOT NULL)
    SELECT changes.app, changes.kind, changes.name, changes.after, changes.revision FROM names JOIN changes
    ON changes.revision = (
        SELECT max(revision) FROM changes AS earlier
        WHERE earlier.app = ?1 AND earlier.kind = ?2 AND earlier.name = names.name AND earlier.revision <= ?3)
    WHERE names.name IS NOT NULL AND changes.after IS NOT NULL ORDER BY names.name
    """
