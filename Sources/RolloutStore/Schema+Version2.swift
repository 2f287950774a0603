import SQLite

/// Each change carries a hash, which seals it and all before it; the history can be asked for times; and a backup that
/// is put in place may go on above every revision that was ever given out.
@Sendable func version2(_ database: Database) throws {
    try database.execute(script: hashColumn)
    try sealChanges(in: database)
    try database.execute(script: triggers)
}

/// `NULL` is possible only because a column cannot be added without; the trigger refuses it.
private let hashColumn = """
    ALTER TABLE changes ADD COLUMN hash BLOB CHECK (length(hash) = 32);
    CREATE INDEX changes_by_time ON changes (milliseconds_since_1970);
    DROP TRIGGER change_is_never_edited;
    DROP TRIGGER change_is_the_next;
    """

private let triggers = """
    CREATE TRIGGER change_is_never_edited BEFORE UPDATE ON changes
    BEGIN
        SELECT RAISE(ABORT, 'the change log is append-only');
    END;

    -- Also what stops INSERT OR REPLACE, for which no delete trigger runs.
    CREATE TRIGGER change_is_the_next BEFORE INSERT ON changes
    BEGIN
        -- Asked for as it is, the maximum is one look at the log's end.
        SELECT RAISE(ABORT, 'a change must have the next revision')
        WHERE NEW.revision IS NOT (SELECT ifnull(max(revision), 0) FROM changes) + 1
            AND (NEW.action = 'restore-backup'
                AND NEW.revision > (SELECT ifnull(max(revision), 0) FROM changes)) IS NOT TRUE;
        SELECT RAISE(ABORT, 'a change must start from the live document')
        WHERE NEW.before IS NOT (
            SELECT text FROM documents WHERE app = NEW.app AND kind = NEW.kind AND name = NEW.name);
        SELECT RAISE(ABORT, 'a change must carry its hash')
        WHERE NEW.hash IS NULL;
    END;
    """

/// Gives all changes that there are their hashes.
///
/// At once rather than when they are first asked for: it takes some microseconds a change and happens once, and what
/// is sealed late can be altered unseen until then. A page at a time, so that memory does not grow with their number.
private func sealChanges(in database: Database) throws {
    var last: Change?
    while true {
        let page = try HistoryQuery(HistoryFilter(after: last?.revision ?? 0, limit: 1_000), .oldestFirst)
            .changes(in: database)
        for change in page {
            let sealed = change.sealed(after: last?.hash ?? .none)
            try database.run(
                "UPDATE changes SET hash = ? WHERE revision = ?",
                .blob(sealed.hash.bytes),
                .integer(sealed.revision)
            )
            last = sealed
        }
        if page.isEmpty { return }
    }
}
