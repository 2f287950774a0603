import SQLite

/// The state as the open transaction of a connection sees it.
class SQLiteReader: StateReader {
    let database: Database
    let location: SQLiteLocation

    init(database: Database, location: SQLiteLocation) {
        self.database = database
        self.location = location
    }

    func revision() throws(StoreError) -> Int64 {
        try ask { () throws(SQLiteError) in try database.lastRevision() }
    }

    func document(_ key: StateKey) throws(StoreError) -> Document? {
        try ask { () throws(SQLiteError) in
            try database.first(
                "SELECT app, kind, name, text, revision FROM documents WHERE app = ? AND kind = ? AND name = ?",
                .text(key.app),
                .text(key.kind),
                .text(key.name),
                transform: document
            )
        }
    }

    func documents(app: String, kind: String?) throws(StoreError) -> [Document] {
        try ask { () throws(SQLiteError) in
            if let kind {
                try database.query(
                    "SELECT app, kind, name, text, revision FROM documents WHERE app = ? AND kind = ? ORDER BY name",
                    .text(app),
                    .text(kind),
                    transform: document
                )
            } else {
                try database.query(
                    "SELECT app, kind, name, text, revision FROM documents WHERE app = ? ORDER BY kind, name",
                    .text(app),
                    transform: document
                )
            }
        }
    }

    func appRevisions() throws(StoreError) -> [String: Int64] {
        let pairs = try ask { () throws(SQLiteError) in
            try database.query("SELECT app, revision FROM apps") { row throws(SQLiteError) in
                (try row.text(0), try row.integer(1))
            }
        }
        return Dictionary(pairs) { max($0, $1) }
    }

    func appRevision(_ app: String) throws(StoreError) -> Int64 {
        try ask { () throws(SQLiteError) in
            try database.first("SELECT revision FROM apps WHERE app = ?", .text(app)) {
                row throws(SQLiteError) in
                try row.integer(0)
            }
        } ?? 0
    }

    func apps(changedAfter revision: Int64) throws(StoreError) -> [String] {
        try ask { () throws(SQLiteError) in
            try database.query("SELECT app FROM apps WHERE revision > ? ORDER BY app", .integer(revision)) {
                row throws(SQLiteError) in try row.text(0)
            }
        }
    }

    func history(_ filter: HistoryFilter) throws(StoreError) -> [Change] {
        try ask { () throws(SQLiteError) in try HistoryQuery(filter).changes(in: database) }
    }

    func forEachChange(_ filter: HistoryFilter, _ body: (Change) throws -> Void) throws {
        do {
            try HistoryQuery(filter, .oldestFirst).forEachChange(in: database, body)
        } catch let error as SQLiteError {
            throw location.storeError(error)
        }
    }

    func liveStateBreak() throws(StoreError) -> LogBreak? {
        try ask { () throws(SQLiteError) in try database.liveStateBreak() }
    }

    func ask<Answer>(_ question: () throws(SQLiteError) -> Answer) throws(StoreError) -> Answer {
        do {
            return try question()
        } catch {
            throw location.storeError(error)
        }
    }

    private func document(_ row: borrowing Row) throws(SQLiteError) -> Document {
        Document(
            key: StateKey(app: try row.text(0), kind: try row.text(1), name: try row.text(2)),
            text: try row.text(3),
            revision: try row.integer(4)
        )
    }
}

extension Database {
    /// The revision of the last change, zero when there is none.
    func lastRevision() throws(SQLiteError) -> Int64 {
        try first("SELECT ifnull(max(revision), 0) FROM changes") { row throws(SQLiteError) in
            try row.integer(0)
        } ?? 0
    }
}
