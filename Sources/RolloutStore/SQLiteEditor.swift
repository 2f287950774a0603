import SQLite

/// The state in the write transaction of one command.
final class SQLiteEditor: SQLiteReader, StateEditor {
    /// What the command has changed so far.
    private(set) var changes: [Change] = []

    private let author: Author

    init(database: Database, location: SQLiteLocation, author: Author) {
        self.author = author
        super.init(database: database, location: location)
    }

    @discardableResult
    func set(_ key: StateKey, to text: String?) throws(StoreError) -> Change? {
        let before = try document(key)?.text
        // By bytes: Swift's own comparison takes two spellings of `é` for one.
        guard before.map({ Array($0.utf8) }) != text.map({ Array($0.utf8) }) else { return nil }
        let last = try head()
        let change = Change(
            revision: (last?.revision ?? 0) + 1,
            millisecondsSince1970: author.millisecondsSince1970,
            actor: author.actor,
            action: author.action,
            key: key,
            before: before,
            after: text,
            reason: author.reason,
            hash: .none
        ).sealed(after: last?.hash ?? .none)
        try append(change)
        changes.append(change)
        return change
    }

    /// Adds to the log; the schema's trigger carries it over to the live state.
    private func append(_ change: Change) throws(StoreError) {
        try ask { () throws(SQLiteError) in
            try database.run(
                """
                INSERT INTO changes (revision, milliseconds_since_1970, actor, action, app, kind, name, before, after, \
                reason, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .integer(change.revision),
                .integer(change.millisecondsSince1970),
                .text(change.actor),
                .text(change.action),
                .text(change.key.app),
                .text(change.key.kind),
                .text(change.key.name),
                .text(orNull: change.before),
                .text(orNull: change.after),
                .text(change.reason),
                .blob(change.hash.bytes)
            )
        }
    }
}
