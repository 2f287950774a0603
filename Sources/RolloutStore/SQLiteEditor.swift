import SQLite

/// The state in the write transaction of one command.
final class SQLiteEditor: SQLiteReader, StateEditor {
    /// What the command has changed so far.
    private(set) var changes: [Change] = []

    private let author: Author

    private let location: SQLiteLocation
    /// What every revision must be above.
    private let floor: Int64

    /// - Parameter floor: Zero but for a backup that takes a store's place.
    init(database: Database, location: SQLiteLocation, author: Author, floor: Int64) {
        self.author = author
        self.floor = floor
        self.location = location
        super.init(database: database, location: location)
    }

    @discardableResult
    func set(_ key: StateKey, to text: String?) throws(StoreError) -> Change? {
        guard let change = try change(of: key, to: text, by: author, above: floor) else { return nil }
        try append(change)
        changes.append(change)
        return change
    }

    /// Adds to the log; the schema's trigger carries it over to the live state.
    private func append(_ change: Change) throws(StoreError) {
        try location.ask { () throws(SQLiteError) in
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
