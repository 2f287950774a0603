import SQLite

/// The log, and two tables derived from it by the trigger `change_is_applied`: whoever adds a change, through
/// this module or by hand, cannot leave the live state behind.
@Sendable func version1(_ database: Database) throws {
    try database.execute(script: script)
}

private let script = """
    CREATE TABLE changes (
        revision INTEGER PRIMARY KEY,
        milliseconds_since_1970 INTEGER NOT NULL,
        actor TEXT NOT NULL,
        action TEXT NOT NULL,
        app TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        before TEXT,
        after TEXT,
        reason TEXT NOT NULL,
        CHECK (before IS NOT after)
    ) STRICT;

    -- One for each filter of the history; each ends in the revision, which gives the order.
    CREATE INDEX changes_by_app ON changes (app);
    CREATE INDEX changes_by_key ON changes (app, kind, name);
    CREATE INDEX changes_by_kind ON changes (kind);
    CREATE INDEX changes_by_name ON changes (name);
    CREATE INDEX changes_by_actor ON changes (actor);
    CREATE INDEX changes_by_action ON changes (action);

    CREATE TABLE documents (
        app TEXT NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        revision INTEGER NOT NULL REFERENCES changes (revision),
        PRIMARY KEY (app, kind, name)
    ) STRICT;

    CREATE TABLE apps (
        app TEXT NOT NULL PRIMARY KEY,
        revision INTEGER NOT NULL REFERENCES changes (revision)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX apps_by_revision ON apps (revision);

    CREATE TRIGGER change_is_never_edited BEFORE UPDATE ON changes
    BEGIN
        SELECT RAISE(ABORT, 'the change log is append-only');
    END;

    CREATE TRIGGER change_is_never_deleted BEFORE DELETE ON changes
    BEGIN
        SELECT RAISE(ABORT, 'the change log is append-only');
    END;

    -- Also what stops INSERT OR REPLACE, for which no delete trigger runs.
    CREATE TRIGGER change_is_the_next BEFORE INSERT ON changes
    BEGIN
        SELECT RAISE(ABORT, 'a change must have the next revision')
        WHERE NEW.revision IS NOT (SELECT ifnull(max(revision), 0) + 1 FROM changes);
        SELECT RAISE(ABORT, 'a change must start from the live document')
        WHERE NEW.before IS NOT (
            SELECT text FROM documents WHERE app = NEW.app AND kind = NEW.kind AND name = NEW.name);
    END;

    CREATE TRIGGER change_is_applied AFTER INSERT ON changes
    BEGIN
        DELETE FROM documents WHERE app = NEW.app AND kind = NEW.kind AND name = NEW.name;
        INSERT INTO documents (app, kind, name, text, revision)
            SELECT NEW.app, NEW.kind, NEW.name, NEW.after, NEW.revision WHERE NEW.after IS NOT NULL;
        DELETE FROM apps WHERE app = NEW.app;
        INSERT INTO apps (app, revision) VALUES (NEW.app, NEW.revision);
    END;
    """
