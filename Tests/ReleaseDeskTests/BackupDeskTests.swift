import Definitions
import Foundation
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("A backup at the desk")
struct BackupDeskTests {
    private let directory: TemporaryDirectory
    private let path: String
    private let backup: String
    private static let now = Desk.moment(9)

    /// A store with the two apps and an override, and a backup of that.
    init() throws {
        directory = try TemporaryDirectory()
        path = directory.file("rollout.sqlite")
        backup = directory.file("backup.sqlite")
        let store = try SQLiteStore(path: path, access: .create)
        let desk = ReleaseDesk(store: store, actor: "ana") { Desk.moment(0) }
        _ = try desk.perform(.apply(Sample().definitions()), .plain)
        _ = try desk.perform(.setFlag("spacing", to: "60", in: .all), .plain)
        _ = try store.backUp(to: backup)
    }

    /// The desk of the store as it is.
    private func desk() throws -> ReleaseDesk {
        ReleaseDesk(store: try SQLiteStore(path: path, access: .write), actor: "ana") { Self.now }
    }

    private func restore(above floor: Int64? = nil, _ order: ReleaseDesk.Order = .plain) throws -> Outcome {
        try BackupDesk(storePath: path, actor: "bo") { Self.now }.restore(backup, above: floor, order)
    }

    private func state(_ app: String = "aurora") throws -> AppState {
        try #require(try desk().states(of: .named([app])).first)
    }

    private func lose() throws {
        for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: path + suffix) }
    }

    @Test("brings back what was live, with a revision of every app above all that clients have seen")
    func restores() throws {
        _ = try desk().perform(.setFlag("spacing", to: "90", in: .all), .plain)
        let last = try desk().store.revision()
        let outcome = try restore()
        #expect(outcome.changes.map(\.revision) == [last + 1, last + 2])
        #expect(outcome.changes.map(\.action) == ["restore-backup", "restore-backup"])
        #expect(outcome.changes.map(\.actor) == ["bo", "bo"])
        #expect(
            outcome.notes == [
                "aurora: spacing: set to 60 instead of 90", "minimal: spacing: set to 60 instead of 90",
                "the store is as it was at revision \(last - 2), and goes on with revision \(last + 1)",
                "the store that was there is at \(path).before-restore-20261201T090000Z",
            ]
        )
        #expect(try state().overrides[FlagKey("spacing")] == .integer(60))
        #expect(try state().revision == last + 1)
        #expect(try state("minimal").revision == last + 2)
        #expect(try state().configuration().revision == last + 1)
        #expect(try desk().perform(.setFlag("spacing", to: "30", in: .all), .plain).revision == last + 4)
    }

    @Test("says in a dry run what it would change, and changes nothing")
    func dryRun() throws {
        _ = try desk().perform(.setFlag("spacing", to: "90", in: .all), .plain)
        let last = try desk().store.revision()
        let dry = try restore(.dryRun)
        #expect(dry.isDryRun)
        #expect(dry.changes.map(\.revision) == [last + 1, last + 2])
        #expect(dry.notes.first == "aurora: spacing: set to 60 instead of 90")
        #expect(try desk().store.revision() == last)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 4)
    }

    @Test("lifts kills that are in force only with leave")
    func kills() throws {
        _ = try desk().perform(.kill(KillOrder(widget: "Lock"), in: .named(["aurora"])), .plain)
        let last = try desk().store.revision()
        let lifts = ["aurora: Lock for everyone (revision \(last) by ana: because)"]
        #expect(throws: DeskError.wouldLift(lifts, removals: [])) { try restore() }
        #expect(try state().kills.count == 1)
        #expect(try restore(.dryRun).refusedLifts == lifts)
        #expect(try restore(ReleaseDesk.Order(liftsKills: true)).refusal == nil)
        #expect(try state().kills == [])
    }

    @Test("of a lost store needs to be told which revision clients have seen last")
    func lost() throws {
        try lose()
        let error = #expect(throws: DeskError.self) { try restore() }
        #expect(error?.description.contains("so nobody knows which revision clients have seen last") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
        let outcome = try restore(above: 500)
        #expect(outcome.revision == 502)
        #expect(
            outcome.warnings == [
                "what was live in the store cannot be told: make again every kill that must be in force"
            ]
        )
        #expect(outcome.notes.count == 1)
    }

    @Test(
        "never goes below the backup's own revisions nor the store's, whatever it is told",
        arguments: [0, 1, 5]
    )
    func tooLow(floor: Int64) throws {
        let last = try desk().store.revision()
        #expect(try restore(above: floor).changes.map(\.revision) == [last + 1, last + 2])
        try lose()
        #expect(try restore(above: floor).changes.map(\.revision) == [last + 1, last + 2])
    }

    @Test("whose log was altered is refused")
    func altered() throws {
        let script = "DROP TRIGGER change_is_never_edited; UPDATE changes SET actor = 'bo' WHERE revision = 3"
        _ = try RunningProgram.run(URL(filePath: "/usr/bin/sqlite3"), [backup, script])
        let error = #expect(throws: DeskError.self) { try restore() }
        #expect(error?.description.hasPrefix("\(backup): revision 3 is not what was recorded") == true)
    }

    @Test(
        "takes the place of a store with damaged pages, whatever can still be read of it",
        arguments: 1...12
    )
    func damagedPage(page: Int) throws {
        _ = try desk().perform(.kill(KillOrder(widget: "Lock"), in: .named(["aurora"])), .plain)
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(page) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
        let outcome = try restore(above: 500, ReleaseDesk.Order(liftsKills: true))
        #expect(outcome.changes.map(\.revision) == [501, 502])
        // Either the kill that goes is named, or that kills are not known.
        let tellsKill = outcome.notes.contains { $0.hasPrefix("aurora: no longer killed: Lock") }
        let tellsDoubt = outcome.warnings.contains {
            $0.hasSuffix("make again every kill that must be in force")
        }
        #expect(tellsKill != tellsDoubt, "\(outcome)")
        #expect(try desk().store.audit().firstBreak == nil)
    }

    /// Tokens of Mika, which is revoked after the backup, and of Noor, which was before, and the backup made anew.
    private func makeTokens() throws {
        let store = try SQLiteStore(path: path, access: .write)
        for (id, name) in [("aa", "mika"), ("bb", "noor")] {
            try store.add(
                StoredToken(
                    id: id,
                    hash: [UInt8](repeating: 0, count: 32),
                    name: name,
                    role: "operator",
                    apps: nil,
                    created: 0,
                    createdBy: "ana",
                    expires: nil
                )
            )
        }
        _ = try store.revoke("bb", .init(time: 1, actor: "ana"))
        _ = try store.backUp(to: backup, replacing: true)
        _ = try store.revoke("aa", .init(time: 2, actor: "ana"))
    }

    private static let revival =
        "which tokens were revoked since the backup cannot be told, and those of its time are good again: aa of mika "
        + "(operator); `widgetctl token list` shows them, and `widgetctl token revoke ID` takes one back"

    @Test(
        "warns of tokens that live again, where the store that is there cannot tell",
        arguments: [true, false]
    )
    func tokens(isDryRun: Bool) throws {
        try makeTokens()
        let order = ReleaseDesk.Order(isDryRun: isDryRun)
        if isDryRun { #expect(try restore(order).warnings == []) }
        try lose()
        #expect(try restore(above: 500, order).warnings.last == Self.revival)
        guard !isDryRun else { return }
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.tokens().map { $0.revocation == nil } == [true, false])
        _ = try store.revoke("aa", .init(time: 3, actor: "ana"))
        _ = try restore()
        #expect(try SQLiteStore(path: path, access: .read).tokens().allSatisfy { $0.revocation != nil })
        // None that is good is in this backup.
        _ = try SQLiteStore(path: path, access: .read).backUp(to: backup, replacing: true)
        try lose()
        #expect(try restore(above: 900).warnings.count == 1)
    }

    @Test("keeps what was revoked, or warns, whichever page of the store is damaged")
    func damagedTokens() throws {
        // Each on a store of its own; some pages are needed to tell, and others are not.
        let areRevoked = try (1...14).map { try BackupDeskTests().isRevoked(afterDamageTo: $0) }
        #expect(Set(areRevoked) == [true, false])
    }

    /// Whether a token that was revoked since the backup still is, after a page was damaged and the backup restored.
    private func isRevoked(afterDamageTo page: Int) throws -> Bool {
        try makeTokens()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try #require(file.seekToEnd() > UInt64(page) * 4_096)
        try file.seek(toOffset: UInt64(page) * 4_096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
        try file.close()
        let outcome = try restore(above: 500)
        let token = try #require(try SQLiteStore(path: path, access: .read).tokens().first)
        let isRevoked = token.revocation != nil
        #expect(outcome.warnings.contains(Self.revival) == !isRevoked, "page \(page): \(outcome.warnings)")
        return isRevoked
    }

    @Test("can be restored twice, and an app that is gone in it has its revision raised too")
    func twice() throws {
        _ = try restore()
        var sample = Sample()
        sample.apps["minimal"] = nil
        _ = try desk().perform(.apply(sample.definitions()), .removing)
        let last = try desk().store.revision()
        #expect(try restore().changes.map(\.key.app) == ["aurora", "minimal"])
        #expect(try state("minimal").revision == last + 2)
        // Across the revisions that are not there, it is said why.
        let error = #expect(throws: DeskError.self) { try desk().show(last) }
        #expect(
            error?.description.contains("which was restored from a backup that ended at revision") == true
        )
        #expect(try desk().compare(1).words.isEmpty == false)
    }

    @Test("A history and a rollback go on across it")
    func rollBack() throws {
        _ = try desk().perform(.setFlag("spacing", to: "90", in: .all), .plain)
        let restored = try #require(try restore().revision)
        _ = try desk().perform(.setFlag("spacing", to: "45", in: .all), .plain)
        _ = try desk().perform(.rollBack(to: restored), .plain)
        #expect(try state().overrides[FlagKey("spacing")] == .integer(60))
        #expect(
            try desk().history(limit: 10).commands.map { $0[0].action }.prefix(3) == [
                "rollback", "flag set", "restore-backup",
            ]
        )
        #expect(try desk().store.audit().firstBreak == nil)
    }
}
