import ReleaseDesk
import Rollout
import RolloutStore
import Testing

@Suite("The history at the desk")
struct CommandHistoryTests {
    @Test("has the changes of one command together, the newest first, and ends with a whole command")
    func commands() throws {
        let desk = try Desk.open()
        for hour in 1...3 {
            _ = try desk.at(Int64(hour)).perform(
                .kill(
                    KillOrder(),
                    in: .all
                ),
                ReleaseDesk.Order(reason: "r\(hour)")
            )
            _ = try desk.at(Int64(hour)).perform(
                .restore(
                    KillOrder(),
                    everyScope: false,
                    in: .named(["aurora"])
                ),
                .plain
            )
        }
        let all = try desk.now.history(limit: 100)
        #expect(all.changes == (try desk.store.history()))
        #expect(
            all.commands.map { "\($0[0].action) \($0.count)" } == [
                "restore 1", "kill 1", "restore 1", "kill 1", "restore 1", "kill 2",
                "apply \(all.commands.last?.count ?? 0)",
            ]
        )
        #expect(all.olderRevision == nil)
        #expect(all.apps == ["aurora", "minimal"])

        let some = try desk.now.history(limit: 6)
        #expect(some.commands == Array(all.commands.prefix(6)))
        #expect(some.olderRevision == all.commands.last?.first?.revision)
        let aurora = try desk.now.history(HistoryFilter(app: "aurora"), limit: 6)
        #expect(aurora.changes == some.changes.filter { $0.key.app == "aurora" })
        #expect(aurora.olderRevision == all.commands.last?.first { $0.key.app == "aurora" }?.revision)
    }

    @Test("keeps a command whole that made more changes than are read at a time")
    func longCommand() throws {
        let desk = try Desk()
        for actor in ["a", "b"] {
            let author = Author(actor: actor, millisecondsSince1970: 0, action: "apply", reason: "")
            _ = try desk.store.change(by: author) { editor in
                for number in 0..<450 {
                    let key = StateKey(app: "x", kind: "flag", name: "\(actor)\(number)")
                    _ = try editor.set(key, to: "{}")
                }
            }
        }
        let history = try desk.now.history(limit: 1)
        #expect(history.commands.map(\.count) == [450])
        #expect(history.olderRevision == 450)
    }

    @Test("shows of each command what passes a filter, and goes on below it")
    func filtered() throws {
        let desk = try Desk.open()
        for (hour, actor) in ["bo", "ana", "bo", "cy"].enumerated() {
            _ = desk.at(Int64(hour) + 1)
            _ = try desk.by(actor).perform(.kill(KillOrder(), in: .all), .plain)
            _ = try desk.by(actor).perform(.restore(KillOrder(), everyScope: false, in: .all), .plain)
        }
        func actions(_ filter: HistoryFilter) throws -> [String] {
            try desk.now.history(filter, limit: 100).commands.map {
                "\($0[0].action) \($0[0].actor) \($0.count)"
            }
        }
        let hour = { (hours: Int64) in Desk.moment(hours).millisecondsSince1970 }
        #expect(try actions(HistoryFilter(actor: "bo", action: "kill")) == ["kill bo 2", "kill bo 2"])
        #expect(try actions(HistoryFilter(app: "aurora", since: hour(4))) == ["restore cy 1", "kill cy 1"])
        #expect(
            try actions(HistoryFilter(since: hour(2), until: hour(3))) == ["restore ana 2", "kill ana 2"]
        )
        #expect(try actions(HistoryFilter(actor: "nobody")) == [])
        let first = try desk.now.history(HistoryFilter(actor: "bo", action: "kill"), limit: 1)
        #expect(first.commands.map { $0[0].time } == [Desk.moment(3)])
        let log = try desk.store.history()
        #expect(
            first.olderRevision == log.first { $0.time == Desk.moment(1) && $0.action == "kill" }?.revision
        )
    }

    @Test("refuses an app that no change has named, with the nearest name")
    func unknown() throws {
        let desk = try Desk.open()
        for read in [
            { _ = try desk.now.history(HistoryFilter(app: "auror"), limit: 1) },
            { try desk.now.forEachChange(HistoryFilter(app: "auror")) { _ in } },
        ] {
            let error = #expect(throws: DeskError.self) { try read() }
            #expect(error?.description.contains("did you mean \"aurora\"?") == true)
        }
    }
}
