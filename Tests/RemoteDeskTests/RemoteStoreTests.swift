import AccessTokens
import Definitions
import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import Testing
import TestSupport

@testable import RemoteDesk

@Suite("A store on another machine")
struct RemoteStoreTests {
    /// All that a reader can be asked.
    private func answers(_ store: some Store, _ filters: [HistoryFilter]) throws -> [String] {
        try store.read { reader in
            var all = try state(reader)
            for filter in filters {
                all.append("\(try reader.history(filter))")
                var seen: [Change] = []
                try reader.forEachChange(filter) { seen.append($0) }
                all.append("\(seen)")
            }
            for revision in 0...(try reader.revision() + 2) {
                all += try state(reader.state(at: revision))
                all.append("\(try reader.change(revision).map { "\($0)" } ?? "none")")
            }
            all.append("\(try reader.liveStateBreak().map { "\($0)" } ?? "none")")
            return all
        }
    }

    private func state(_ reader: any StateReader) throws -> [String] {
        var all = ["\(try reader.revision())", "\(try reader.appRevisions().sorted { $0.key < $1.key })"]
        for app in ["a", "b", "é", "none"] {
            all.append("\(try reader.documents(app: app))")
            all.append("\(try reader.documents(app: app, kind: "flag"))")
            all.append("\(try reader.appRevision(app))")
            all.append(
                "\(try reader.document(StateKey(app: app, kind: "flag", name: "x")).map { "\($0)" } ?? "none")"
            )
        }
        for revision: Int64 in [0, 3, 1_000] { all.append("\(try reader.apps(changedAfter: revision))") }
        return all
    }

    @Test("answers every question as the store itself does, at every revision", arguments: 0..<4)
    func same(_ number: Int) throws {
        let seed = UInt64.random(in: 0...UInt64.max) &+ UInt64(number)
        var random = SeededGenerator(seed: seed)
        let fixture = try RemoteFixture(isEmpty: true)
        for _ in 0..<30 {
            let app = ["a", "b", "é"].randomElement(using: &random) ?? "a"
            let name = ["x", "y", "z&=%"].randomElement(using: &random) ?? "x"
            let kind = ["flag", "kill"].randomElement(using: &random) ?? "flag"
            let text =
                Bool.random(using: &random) ? nil : "{ \"n\" : \(Int.random(in: 0...3, using: &random)) }"
            try fixture.set(app, kind, name, to: text, actor: "ana \(Int.random(in: 0...2, using: &random))")
        }
        let filters: [HistoryFilter] = [
            HistoryFilter(), HistoryFilter(limit: 3), HistoryFilter(limit: 0), HistoryFilter(app: "é"),
            HistoryFilter(kind: "kill", name: "z&=%"), HistoryFilter(actor: "ana 1", limit: 2),
            HistoryFilter(action: "flag set", after: 3, before: 9), HistoryFilter(since: 1_800_000_000_123),
            HistoryFilter(until: 1_800_000_000_123), HistoryFilter(app: "none"),
        ]
        let remote = RemoteStore(try fixture.client(.admin))
        #expect(try answers(remote, filters) == answers(fixture.store, filters), "seed \(seed)")
        #expect(try remote.revision() == fixture.store.revision())
        #expect(try remote.audit() == fixture.store.audit())
    }

    @Test("gives logs and states of many pages whole")
    func pages() throws {
        let fixture = try RemoteFixture(isEmpty: true)
        let long = String(repeating: "x", count: 60_000)
        for number in 0..<40 {
            try fixture.set("app-\(number / 4)", "flag", "f\(number)", to: "\"\(long)\(number)\"")
        }
        for number in 0..<1_200 { try fixture.set("small", "flag", "f", to: "\(number)") }
        let remote = RemoteStore(try fixture.client(.viewer))
        for limit in [nil, 1, 999, 1_000, 1_001, 5_000] {
            let filter = HistoryFilter(limit: limit)
            #expect(try remote.history(filter) == fixture.store.history(filter))
        }
        func all(_ store: some Store) throws -> [Document] {
            try store.read { reader in
                try reader.appRevisions().keys.sorted().flatMap { try reader.documents(app: $0) }
            }
        }
        #expect(try all(remote) == all(fixture.store))
        #expect(try remote.audit() == fixture.store.audit())
    }

    @Test("is read as it was when the reading began")
    func snapshot() throws {
        let fixture = try RemoteFixture(isEmpty: true)
        try fixture.set("a", "flag", "x", to: "1")
        try RemoteStore(fixture.client()).read { reader throws in
            #expect(try reader.document(StateKey(app: "a", kind: "flag", name: "x"))?.text == "1")
            try fixture.set("a", "flag", "x", to: "2")
            try fixture.set("b", "flag", "x", to: "1")
            #expect(try reader.documents(app: "a").map(\.text) == ["1"])
            #expect(try reader.appRevisions() == ["a": 1])
            #expect(try reader.history(HistoryFilter()).map(\.revision) == [1])
            #expect(try reader.documents(app: "b") == [])
        }
    }

    @Test("shows a token's apps alone, as if there were no others")
    func limited() throws {
        let fixture = try RemoteFixture(isEmpty: true)
        for app in ["a", "b", "c"] { try fixture.set(app, "flag", "x", to: "\"\(app)\"") }
        try RemoteStore(fixture.client(.viewer, apps: ["b"])).read { reader throws in
            #expect(try reader.revision() == 3)
            #expect(try reader.appRevisions() == ["b": 2])
            #expect(try reader.documents(app: "a") == [])
            #expect(try reader.documents(app: "b").count == 1)
            #expect(try reader.history(HistoryFilter()).map(\.key.app) == ["b"])
            #expect(try reader.history(HistoryFilter(limit: 1)).map(\.key.app) == ["b"])
            #expect(try reader.history(HistoryFilter(app: "a")) == [])
            let error = #expect(throws: StoreError.self) { try reader.liveStateBreak() }
            #expect(error?.description.contains("not for all of them") == true)
        }
    }

    @Test("finds what is wrong with it as an audit on the spot does")
    func broken() throws {
        let fixture = try RemoteFixture(isEmpty: true)
        for number in 1...5 { try fixture.set("a", "flag", "x", to: "\(number)") }
        let end = try RunningProgram.run(
            URL(filePath: "/usr/bin/sqlite3"),
            [
                fixture.directory.file("rollout.sqlite"), "UPDATE documents SET text = '7'",
            ]
        )
        #expect(end == .silentSuccess)
        let remote = RemoteStore(try fixture.client())
        #expect(try remote.audit().firstBreak == .notLive(StateKey(app: "a", kind: "flag", name: "x")))
        #expect(try remote.audit() == fixture.store.audit())
    }

    @Test("shows what waits for the apps of the token alone")
    func waiting() throws {
        let fixture = try RemoteFixture()
        let desk = RemoteDesk(try fixture.client())
        let now = RemoteFixture.now
        for apps in [AppSelection.named(["aurora-wallpapers"]), .named(["minimal-wallpapers"]), .all] {
            _ = try desk.perform(.kill(KillOrder(), in: apps), .init(at: now.adding(seconds: 60)))
        }
        func reading(_ apps: [String]) throws -> ReleaseDesk {
            ReleaseDesk(store: RemoteStore(try fixture.client(.viewer, apps: apps)), actor: "mika") { now }
        }
        let limited = try reading(["aurora-wallpapers"])
        #expect(try limited.scheduled().map(\.change.operation.selection) == [.named(["aurora-wallpapers"])])
        #expect(try limited.waitingCounts().scheduled == 1)
        #expect(try limited.history(limit: 10).commands.flatMap { $0 }.map(\.action).contains("kill"))
        #expect(try reading([]).scheduled().count == 3)
    }
}
