import SQLite

/// A history filter as a statement.
struct HistoryQuery {
    let sql: String
    let values: [SQLiteValue]

    init(_ filter: HistoryFilter) {
        let conditions: [(condition: String, value: SQLiteValue?)] = [
            ("app = ?", filter.app.map(SQLiteValue.text)),
            ("kind = ?", filter.kind.map(SQLiteValue.text)),
            ("name = ?", filter.name.map(SQLiteValue.text)),
            ("actor = ?", filter.actor.map(SQLiteValue.text)),
            ("action = ?", filter.action.map(SQLiteValue.text)),
            ("revision > ?", filter.after.map(SQLiteValue.integer)),
            ("revision < ?", filter.before.map(SQLiteValue.integer)),
        ]
        let wanted = conditions.filter { $0.value != nil }
        let filtering = wanted.isEmpty ? "" : " WHERE " + wanted.map(\.condition).joined(separator: " AND ")
        sql = """
            SELECT revision, milliseconds_since_1970, actor, action, app, kind, name, before, after, reason \
            FROM changes\(filtering) ORDER BY revision DESC LIMIT ?
            """
        // Below zero, SQLite knows no limit.
        let limit = filter.limit.map { Int64(max($0, 0)) } ?? -1
        values = wanted.compactMap(\.value) + [.integer(limit)]
    }

    func run(on database: Database) throws(SQLiteError) -> [Change] {
        let statement = try database.prepare(sql)
        try statement.bind(values)
        var changes: [Change] = []
        while try statement.step() {
            changes.append(try change(Row(of: statement)))
        }
        return changes
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
            reason: try row.text(9)
        )
    }
}
