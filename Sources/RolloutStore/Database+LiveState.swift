import SQLite

extension Database {
    /// The first place where the tables that triggers derive from the log are not what it makes of them.
    ///
    /// Each question goes along an index and stops at the first answer.
    func liveStateBreak() throws(SQLiteError) -> LogBreak? {
        for question in [wrongDocument, missingDocument] {
            let key = try first(question) { row throws(SQLiteError) in
                StateKey(app: try row.text(0), kind: try row.text(1), name: try row.text(2))
            }
            if let key { return .notLive(key) }
        }
        return try first(wrongAppRevision) { row throws(SQLiteError) in .wrongAppRevision(try row.text(0)) }
    }
}

/// A live document that its change did not make, or that a later one has changed.
private let wrongDocument = """
    SELECT d.app, d.kind, d.name FROM documents AS d LEFT JOIN changes AS c ON c.revision = d.revision
    WHERE c.app IS NOT d.app OR c.kind IS NOT d.kind OR c.name IS NOT d.name OR c.after IS NOT d.text OR EXISTS (
        SELECT 1 FROM changes AS later
        WHERE later.app = d.app AND later.kind = d.kind AND later.name = d.name AND later.revision > d.revision)
    LIMIT 1
    """

/// A document that the last change of its key left, and that is not live.
private let missingDocument = """
    SELECT app, kind, name FROM (
        SELECT app, kind, name, max(revision) AS last FROM changes GROUP BY app, kind, name) AS keys
    WHERE (SELECT after FROM changes WHERE revision = last) IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM documents AS d WHERE d.app = keys.app AND d.kind = keys.kind AND d.name = keys.name)
    LIMIT 1
    """

/// An app whose revision is another than that of its last change, and one that no change has named.
private let wrongAppRevision = """
    SELECT app FROM (SELECT app, max(revision) AS last FROM changes GROUP BY app) AS keys
    WHERE last IS NOT (SELECT revision FROM apps WHERE apps.app = keys.app)
    UNION ALL
    SELECT app FROM apps WHERE NOT EXISTS (SELECT 1 FROM changes WHERE changes.app = apps.app)
    LIMIT 1
    """
