import SQLite

/// Who may change the store from another machine, and what was answered to them.
///
/// Neither is part of the log: a secret's hash must not be in an export, and an answer is kept for a day only.
@Sendable func version3(_ database: Database) throws {
    try database.execute(script: script)
}

private let script = """
    CREATE TABLE tokens (
        id TEXT NOT NULL PRIMARY KEY,
        hash BLOB NOT NULL CHECK (length(hash) = 32),
        name TEXT NOT NULL,
        role TEXT NOT NULL,
        apps TEXT,
        created INTEGER NOT NULL,
        created_by TEXT NOT NULL,
        expires INTEGER,
        revoked INTEGER,
        revoked_by TEXT,
        last_used INTEGER,
        CHECK ((revoked IS NULL) = (revoked_by IS NULL))
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER token_stays BEFORE DELETE ON tokens
    BEGIN
        SELECT RAISE(ABORT, 'a token is revoked, never deleted: it says who could do what');
    END;

    CREATE TRIGGER token_is_as_it_was_made BEFORE UPDATE OF
        id, hash, name, role, apps, created, created_by, expires ON tokens
    BEGIN
        SELECT RAISE(ABORT, 'a token is never edited: make another one');
    END;

    CREATE TRIGGER token_stays_revoked BEFORE UPDATE OF revoked, revoked_by ON tokens
    WHEN OLD.revoked IS NOT NULL
    BEGIN
        SELECT RAISE(ABORT, 'a revoked token stays revoked');
    END;

    CREATE TABLE answers (
        token TEXT NOT NULL REFERENCES tokens (id),
        key TEXT NOT NULL,
        digest BLOB NOT NULL CHECK (length(digest) = 32),
        time INTEGER NOT NULL,
        revision_before INTEGER NOT NULL,
        revision_after INTEGER NOT NULL,
        text TEXT,
        PRIMARY KEY (token, key)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX answers_by_time ON answers (time);
    """
