import ConfigBundle
import Definitions
import Foundation
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@testable import ConfigService

@Suite struct FollowingTests {
    @Test("A kill is in the next polls, under a new tag, without a restart")
    func kill() throws {
        let fixture = try Fixture()
        let before = try fixture.request("GET", Fixture.config)
        let other = try fixture.request("GET", "/v1/apps/aurora-wallpapers/config")
        let tag = try #require(before.header("ETag"))
        #expect(try fixture.request("GET", Fixture.config, ["If-None-Match": tag]).status == 304)
        let revision = try #require(try fixture.kill())
        let after = try #require(
            try fixture.poll(Fixture.config, ["If-None-Match": tag]) { $0.status == 200 }
        )
        #expect(after.header("ETag") != tag)
        #expect(after.header("Widget-Revision") == "\(revision)")
        #expect(
            try AppConfiguration(bundle: after.body).kills.map(\.target.description) == [
                "WallpaperLockWidget"
            ]
        )
        // The event follows the publication.
        let published = eventually { fixture.events.messages("published").first }
        #expect(published?.hasPrefix("revision \(revision): \(Fixture.app) (") == true)
        // Other apps are not touched.
        let untouched = try fixture.request("GET", "/v1/apps/aurora-wallpapers/config")
        #expect(untouched.header("ETag") == other.header("ETag") && untouched.body == other.body)
    }

    @Test("An app that is taken out is gone, and comes back")
    func removal() throws {
        let fixture = try Fixture()
        let files = try DefinitionFile.all(below: Repository.path)
        let rest = files.filter { $0.name != Fixture.app }
        _ = try fixture.desk.perform(.apply(Definitions(rest)), .init(allowsRemoval: true))
        #expect(try fixture.poll(Fixture.config) { $0.status == 404 } != nil)
        #expect(try !fixture.request("GET", "/v1/apps").text.contains(Fixture.app))
        #expect(try fixture.request("GET", "/v1/apps/aurora-wallpapers/config").status == 200)
        _ = try fixture.desk.perform(.apply(Definitions(files)), .init())
        #expect(try fixture.poll(Fixture.config) { $0.status == 200 } != nil)
    }

    @Test("Near a stage the maximum age shrinks, and afterwards it is whole again; nothing else changes")
    func stages() throws {
        let fixture = try Fixture(prepare: { desk in
            let schedule = try Schedule(parsing: "5@0d,100@1d")
            _ = try desk.perform(
                .startRollout(
                    of: "widget_enabled",
                    in: AppSelection([Fixture.app]),
                    schedule: schedule
                ),
                .init()
            )
        })
        func maxAge(_ seconds: Int) -> (RawClient.Reply) -> Bool {
            { $0.header("Cache-Control")?.hasPrefix("public, max-age=\(seconds),") == true }
        }
        let first = try fixture.request("GET", Fixture.config)
        #expect(maxAge(60)(first))
        for (step, expected) in [(86_400 - 30, 29), (20, 9), (9, 0), (1, 60)] as [(Int64, Int)] {
            fixture.clock.advance(seconds: step)
            let reply = try #require(try fixture.poll(Fixture.config, until: maxAge(expected)))
            #expect(reply.header("ETag") == first.header("ETag"))
            #expect(reply.header("Widget-Revision") == first.header("Widget-Revision"))
            #expect(reply.body == first.body)
            let tag = try #require(first.header("ETag"))
            #expect(maxAge(expected)(try fixture.request("GET", Fixture.config, ["If-None-Match": tag])))
            // An app without stages ahead keeps its maximum age.
            #expect(maxAge(60)(try fixture.request("GET", "/v1/apps/aurora-wallpapers/config")))
        }
    }

    @Test("A store with nothing in it is served as no apps, until there are some")
    func emptyStore() throws {
        let directory = try TemporaryDirectory()
        let store = try SQLiteStore(path: directory.file("s"), access: .create)
        let publisher = try Publisher(
            storePath: directory.file("s"),
            keyDirectory: nil,
            policy: CachePolicy(maxAge: 60),
            clock: { Instant(millisecondsSince1970: 0) },
            events: EventRecorder().log
        )
        #expect(publisher.current.apps.isEmpty)
        let desk = ReleaseDesk(store: store, actor: "test") { Instant(millisecondsSince1970: 0) }
        _ = try desk.perform(.apply(Definitions(DefinitionFile.all(below: Repository.path))), .init())
        publisher.refresh()
        #expect(publisher.current.apps.count == 6)
    }
}

@Suite struct FailingStoreTests {
    private func status(_ fixture: Fixture) throws -> (status: JSON?, store: JSON?) {
        let reply = try fixture.request("GET", "/readyz")
        #expect(reply.status == 200)
        return (reply["status"], reply["store"])
    }

    private func awaitStatus(_ wanted: String, _ fixture: Fixture) throws {
        let reply = try fixture.poll("/readyz") { $0["status"] == .string(wanted) }
        #expect(reply != nil, "never \(wanted); \(fixture.events.messages("store-failed"))")
    }

    @Test("A store that is deleted stays served and is reported once, and so is its return")
    func deleted() throws {
        let fixture = try Fixture()
        #expect(try status(fixture) == ("ready", "ok"))
        let before = try fixture.request("GET", Fixture.config)
        let copy = fixture.directory.file("copy.sqlite")
        try fixture.kill()
        _ = try #require(try fixture.poll(Fixture.config) { $0.header("ETag") != before.header("ETag") })
        let killed = try fixture.request("GET", Fixture.config)
        try FileManager.default.moveItem(atPath: fixture.storePath, toPath: copy)
        try awaitStatus("stale", fixture)
        #expect(try status(fixture) == ("stale", "failing"))
        #expect(try fixture.request("GET", Fixture.config).body == killed.body)
        #expect(try fixture.request("GET", "/metrics").text.contains("\nwidgetd_store_up 0\n"))
        // Three looks at the store fail before it comes back.
        #expect(eventually { fixture.service.storeFailures >= 3 })
        try FileManager.default.moveItem(atPath: copy, toPath: fixture.storePath)
        try awaitStatus("ready", fixture)
        #expect(try fixture.request("GET", "/metrics").text.contains("\nwidgetd_store_up 1\n"))
        #expect(
            fixture.events.messages("store-failed") == [
                "the store cannot be read, revision \(fixture.service.revision) stays in force: "
                    + "\(fixture.storePath): the store is gone; put the file, or a backup of it, back; do not run "
                    + "`widgetctl apply`, which would make an empty one"
            ]
        )
        let recovered = eventually { fixture.events.messages("store-recovered").first }
        #expect(recovered == "the store can be read again")
    }

    @Test("A file that is no store stays out, and a store in its place is served, an older one too")
    func replaced() throws {
        let fixture = try Fixture()
        let original = try fixture.request("GET", Fixture.config)
        try fixture.kill()
        #expect(try fixture.poll(Fixture.config) { $0.body != original.body } != nil)
        let garbage = fixture.directory.file("garbage")
        try Data(repeating: 0x55, count: 10_000).write(to: URL(filePath: garbage))
        try replaceStore(of: fixture, by: garbage)
        try awaitStatus("stale", fixture)
        #expect(try fixture.request("GET", Fixture.config).status == 200)
        let backup = fixture.directory.file("backup")
        _ = try Fixture.makeStore(backup)
        try replaceStore(of: fixture, by: backup)
        let restored = try #require(try fixture.poll(Fixture.config) { $0.body == original.body })
        #expect(restored.header("ETag") == original.header("ETag"))
        try awaitStatus("ready", fixture)
        // The kill is in force no more, which nobody must have to find out by themselves.
        let fall = eventually { fixture.events.messages("revision-fell").first }
        #expect(fall?.hasPrefix("the store's revision fell from 43 to 42: another store is") == true)
    }

    @Test("A backup that was restored is served with revisions above all that clients have seen")
    func restored() throws {
        let fixture = try Fixture()
        let original = try fixture.request("GET", Fixture.config)
        let backup = fixture.directory.file("backup.sqlite")
        _ = try SQLiteStore(path: fixture.storePath, access: .read).backUp(to: backup)
        try fixture.kill()
        let killed = try #require(try fixture.poll(Fixture.config) { $0.body != original.body })
        #expect(killed.header("Widget-Revision") == "43")
        let desk = BackupDesk(storePath: fixture.storePath, actor: "test") { fixture.clock.now }
        let outcome = try desk.restore(backup, above: nil, ReleaseDesk.Order(liftsKills: true))
        #expect(outcome.revision == 49)
        let restored = try #require(try fixture.poll(Fixture.config) { $0.header("Widget-Revision") == "49" })
        #expect(restored.status == 200)
        try awaitStatus("ready", fixture)
        #expect(fixture.events.messages("revision-fell") == [])
        // The desk has the old store open still.
        #expect(throws: StoreError(location: fixture.storePath, problem: .putAside)) {
            try set(flag, "{}", in: fixture.desk.store)
        }
    }

    /// Puts a file in the store's place, with its log files, as one does with a backup.
    private func replaceStore(of fixture: Fixture, by path: String) throws {
        for suffix in ["-wal", "-shm"] {
            #expect(unlink(fixture.storePath + suffix) == 0 || errno == ENOENT)
            // A file that is no store has none.
            if rename(path + suffix, fixture.storePath + suffix) != 0 { #expect(errno == ENOENT) }
        }
        #expect(rename(path, fixture.storePath) == 0)
    }

    private let flag = StateKey(.flag, "widget_enabled", in: Fixture.app)

    /// Makes an app's flag into what no version can read.
    private func spoil(_ store: any Store) throws { try set(flag, "{\"kind\":7}", in: store) }

    private func set(_ key: StateKey, _ text: String?, in store: any Store) throws {
        let author = Author(actor: "test", millisecondsSince1970: 0, action: "test", reason: "")
        _ = try store.change(by: author) { editor in try editor.set(key, to: text) }
    }

    @Test("An app that cannot be read keeps its answers while the others go on")
    func unreadableApp() throws {
        let fixture = try Fixture()
        let before = try fixture.request("GET", Fixture.config)
        let other = try fixture.request("GET", "/v1/apps/aurora-wallpapers/config")
        let text = try fixture.desk.store.read { try $0.document(flag)?.text }
        try spoil(fixture.desk.store)
        try awaitStatus("stale", fixture)
        let ready = try fixture.request("GET", "/readyz")
        #expect(ready["unreadableApps"] == [.string(Fixture.app)] && ready["store"] == "ok")
        #expect(try fixture.request("GET", Fixture.config).body == before.body)
        #expect(
            try fixture.request("GET", "/metrics").text.contains(
                "\nwidgetd_app_up{app=\"\(Fixture.app)\"} 0\n"
            )
        )
        _ = try fixture.desk.perform(.kill(KillOrder(), in: AppSelection(["aurora-wallpapers"])), .init())
        let changed = try fixture.poll("/v1/apps/aurora-wallpapers/config") { $0.body != other.body }
        #expect(changed != nil)
        let message = try #require(fixture.events.messages("app-unreadable").first)
        #expect(message.hasPrefix("\(Fixture.app) cannot be read, its revision 42 stays in force: "))
        #expect(fixture.events.messages("app-unreadable").count == 1)
        try set(flag, text, in: fixture.desk.store)
        try awaitStatus("ready", fixture)
    }

    @Test("An app that cannot be read at the start is answered with 503, the others with their bundles")
    func unreadableAtStart() throws {
        let fixture = try Fixture(prepare: { try spoil($0.store) })
        let reply = try fixture.request("GET", Fixture.config)
        #expect(reply.status == 503)
        #expect(reply.header("Retry-After") == "60")
        #expect(try fixture.request("GET", "/v1/apps/aurora-wallpapers/config").status == 200)
        #expect(try !fixture.request("GET", "/v1/apps").text.contains(Fixture.app))
    }
}
