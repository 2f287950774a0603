import Glibc
import SQLite

/// A backup on its way into a store's place.
///
/// Whoever has the store open may go on. Readers see the new one once they look at the file again. Writers that wait
/// for the old one, or still have it open, are refused from then on: what they changed would be lost.
package final class Restoration {
    /// The store as it is; nil when it is missing or cannot be read.
    package let present: SQLiteStore?
    /// Why it cannot be read; nil when it can.
    package let presentProblem: StoreError.Problem?
    /// The backup's copy beside the store's place, brought up to date; nil once it is in place.
    private var copy: SQLiteStore?
    /// The changes made in it last; nil until then.
    private var sealed: [Change]?
    /// Whether the copy has the present store's tokens, so that what was revoked there stays so.
    package private(set) var hasPresentTokens = false
    private let path: String
    private let file: StagedFile
    /// Tells the file of the present store from another one under its name.
    private let presentNode: ino_t

    /// Copies the backup and makes sure that its pages are sound.
    ///
    /// - Parameters:
    ///   - backup: The file, which stays as it is.
    ///   - path: The store's place.
    /// - Throws: `StoreError` about the backup when it is no store or not sound, and about the store when it is locked,
    ///   out of reach, or a newer version's.
    package init(of backup: String, into path: String) throws(StoreError) {
        self.path = absolutePath(path)
        let backup = absolutePath(backup)
        var status = stat()
        presentNode = stat(self.path, &status) == 0 ? status.st_ino : 0
        (present, presentProblem) = try Self.open(self.path)
        guard !Self.areSameFile(backup, self.path) else {
            throw StoreError(location: backup, problem: .backup("that is the store itself; name a backup"))
        }
        file = try StagedFile(for: self.path, like: self.path)
        copy = try Self.copy(backup, to: file.path)
    }

    /// The copy, to be looked at.
    ///
    /// - Precondition: It is not in place yet.
    package func withCopy<Result>(_ body: (SQLiteStore) throws -> Result) rethrows -> Result {
        guard let copy else { preconditionFailure("the copy is in place") }
        return try body(copy)
    }

    /// What ``finish(above:stamp:by:_:)`` would change now.
    package func preview(
        above floor: Int64,
        by author: Author,
        _ body: (any StateEditor) throws -> Void
    ) throws -> [Change] {
        let floor = max(floor, try present?.revision() ?? 0)
        return try withCopy { try $0.change(by: author, above: floor, body).changes }
    }

    /// Makes changes in the copy with revisions above all others, and puts it in the store's place.
    ///
    /// - Parameters:
    ///   - floor: What was given out at least, as far as anyone knows; a present store's own last revision counts too.
    ///   - stamp: Tells the store that is put aside from others, in its name.
    ///   - body: Makes the changes; must make one at least in each app, or its clients would refuse what follows.
    /// - Returns: The changes, and where the store that was there is now; nil: there was none.
    /// - Throws: What `body` throws, otherwise `StoreError`; then the present store is as it was.
    package func finish(
        above floor: Int64,
        stamp: String,
        by author: Author,
        _ body: (any StateEditor) throws -> Void
    ) throws -> (changes: [Change], aside: String?) {
        let aside = freeName(stamp)
        let changes =
            try sealUnderLock(above: floor, by: author, body) ?? seal(above: floor, by: author, body)
        return (changes, try replace(aside))
    }

    /// Closes the present store for changes, and makes the last ones in the copy.
    ///
    /// Under its lock: nobody is given a revision in the old store that the new one gives out too.
    ///
    /// - Returns: nil when there is no store that could be closed: one that is too damaged gives out no revisions.
    private func sealUnderLock(
        above floor: Int64,
        by author: Author,
        _ body: (any StateEditor) throws -> Void
    ) throws -> [Change]? {
        guard let present else { return nil }
        guard isPresentInPlace else { throw StoreError(location: path, problem: .putAside) }
        let last = try present.revision()
        do {
            return try present.withWriteLock { database in
                guard isPresentInPlace else { throw StoreError(location: path, problem: .putAside) }
                try database.execute(script: putAside)
                try withCopy { try $0.takeOver(database.tokens()) }
                hasPresentTokens = true
                return try seal(above: max(floor, database.lastRevision()), by: author, body)
            }
        } catch let error as StoreError where error.location == present.location.path && error.isOfDamage {
            return try seal(above: max(floor, last), by: author, body)
        }
    }

    /// Where the present store goes; it can be restored from there like a backup.
    private func freeName(_ stamp: String) -> String {
        let name = "\(path).before-restore-\(stamp)"
        var (free, number) = (name, 1)
        while access(free, F_OK) == 0 {
            number += 1
            free = "\(name)-\(number)"
        }
        return free
    }

    /// Makes the last changes in the copy and closes it.
    private func seal(
        above floor: Int64,
        by author: Author,
        _ body: (any StateEditor) throws -> Void
    ) throws -> [Change] {
        // A store that turns out to be damaged as it is closed leaves them made.
        if let sealed { return sealed }
        let changes = try withCopy { copy in
            let changes = try copy.change(by: author, above: floor, body).changes
            try copy.takeTurn { try $0.emptyWriteAheadLog() }
            return changes
        }
        copy = nil
        sealed = changes
        return changes
    }

    /// The store that is there goes first: a file without its log is never seen under the store's name.
    private func replace(_ aside: String) throws -> String? {
        var wasThere = false
        for suffix in ["", "-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
            guard rename(path + suffix, aside + suffix) == 0 else {
                throw failure("cannot move \(path + suffix) away: \(String(cString: strerror(errno)))", aside)
            }
            wasThere = true
        }
        do {
            try file.move(replacing: false)
        } catch {
            throw failure("\(error)", wasThere ? aside : nil)
        }
        // Leaves the log files there, so that readers need no right to make them.
        _ = try SQLiteStore(path: path, access: .write).revision()
        return wasThere ? aside : nil
    }

    private func failure(_ what: String, _ aside: String?) -> StoreError {
        let rescue = aside.map {
            "; what could be moved is at \($0), and its -wal and -shm beside it: move it back"
        }
        return StoreError(location: path, problem: .backup(what + (rescue ?? "")))
    }

    /// Whether no other restoration was faster.
    private var isPresentInPlace: Bool {
        var status = stat()
        return stat(path, &status) == 0 && presentNode == status.st_ino
    }
}

extension StoreError {
    /// Whether the file's content is at fault.
    package var isOfDamage: Bool { if case .corrupt = problem { true } else { false } }
}

/// What a store refuses changes by once another is in its place; see `SQLiteLocation.storeError(_:)`.
let putAsideMessage = "a backup took the place of this store"

private let putAside = """
    CREATE TRIGGER IF NOT EXISTS store_is_put_aside BEFORE INSERT ON changes
    BEGIN
        SELECT RAISE(ABORT, '\(putAsideMessage)');
    END
    """

let dropPutAside = "DROP TRIGGER IF EXISTS store_is_put_aside"
