import SQLite

/// A history filter as a statement.
struct HistoryQuery {
    /// By revision; a limit counts from the first in it.
    enum Order: String {
        case newestFirst = "DESC"
        case oldestFirst = "ASC"
    }

    let sql: String
    let values: [SQLiteValue]

    init(_ filter: HistoryFilter, _ order: Order = .newestFirst) {
        let conditions: [Condition?] = [
            Condition("app = ?", filter.app.map(SQLiteValue.text)),
            filter.apps.map { apps in
                let places = Array(repeating: "?", count: apps.count).joined(separator: ", ")
                return Condition("app IN (\(places))", apps.sorted().map(SQLiteValue.text))
            },
            Condition("kind = ?", filter.kind.map(SQLiteValue.text)),
            Condition("name = ?", filter.name.map(SQLiteValue.text)),
            Condition("actor = ?", filter.actor.map(SQLiteValue.text)),
            Condition("action = ?", filter.action.map(SQLiteValue.text)),
            Condition("revision > ?", filter.after.map(SQLiteValue.integer)),
            Condition("revision < ?", filter.before.map(SQLiteValue.integer)),
        ]
        let wanted = conditions.compactMap(\.self) + Self.times(filter)
        let filtering = wanted.isEmpty ? "" : " WHERE " + wanted.map(\.sql).joined(separator: " AND ")
        sql = """
            SELECT revision, milliseconds_since_1970, actor, action, app, kind, name, before, after, reason, hash \
            FROM changes\(filtering) ORDER BY revision \(order.rawValue) LIMIT ?
            """
        // Below zero, SQLite knows no limit.
        let limit = filter.limit.map { Int64(max($0, 0)) } ?? -1
        values = wanted.flatMap(\.values) + [.integer(limit)]
    }

    func changes(in database: Database) throws(SQLiteError) -> [Change] {
        let statement = try database.prepare(sql)
        try statement.bind(values)
        var changes: [Change] = []
        while try statement.step() { changes.append(try change(Row(of: statement))) }
        return changes
    }

    /// Hands over the changes one at a time, so that memory does not grow with their number.
    func forEachChange(in database: Database, _ body: (Change) throws -> Void) throws {
        let statement = try database.prepare(sql)
        try statement.bind(values)
        while try statement.step() { try body(change(Row(of: statement))) }
    }

    private func change(_ row: borrowing Row) throws(SQLiteError) -> Change {
        Change(
            revision: try row.integer(0),
            millisecondsSince1970: try row.integer(1),
            actor: try row.text(2),
            action: try row.text(3),
            key: StateKey(app: try row.text(4), kind: try row.text(5), name: try row.text(6)),
            before: try row.optionalText(7),
            after: try row.optionalText(8),
            reason: try row.text(9),
            // Missing where triggers were taken away: for an audit to find, and no reason to refuse a kill.
            hash: row.isNull(10) ? .none : ChangeHash(bytes: try row.blob(10))
        )
    }
}

// MARK: - Conditions

extension HistoryQuery {
    private struct Condition {
        let sql: String
        let values: [SQLiteValue]

        init(_ sql: String, _ values: [SQLiteValue]) {
            self.sql = sql
            self.values = values
        }

        /// nil where nothing is asked for.
        init?(_ sql: String, _ value: SQLiteValue?) {
            guard let value else { return nil }
            self.init(sql, [value])
        }
    }

    /// What holds the times to a range.
    ///
    /// The order is that of the revisions, and clocks may run backwards. So an index that holds nothing but times says
    /// between which revisions to look, and what is there is looked at.
    private static func times(_ filter: HistoryFilter) -> [Condition] {
        let ends = [
            Condition("milliseconds_since_1970 >= ?", filter.since.map(SQLiteValue.integer)),
            Condition("milliseconds_since_1970 < ?", filter.until.map(SQLiteValue.integer)),
        ].compactMap(\.self)
        guard !ends.isEmpty else { return [] }
        let range = ends.map(\.sql).joined(separator: " AND ")
        let values = ends.flatMap(\.values)
        let bounds = [(">=", "min"), ("<=", "max")].map { comparison, end in
            Condition("revision \(comparison) (SELECT \(end)(revision) FROM changes WHERE \(range))", values)
        }
        return ends + bounds
    }
}
