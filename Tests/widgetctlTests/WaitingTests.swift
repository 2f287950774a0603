import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("What waits, from the command line", .timeLimit(.minutes(5)))
struct WaitingTests {
    private let spacing = "refresh_spacing_minutes"

    /// A time so many seconds from now, as people write it.
    private func time(in seconds: Double) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds))
    }

    @Test("A scheduled change is listed, forgotten, and made by a tick")
    func schedule() throws {
        let program = try WidgetctlProcess.applied()
        let night = time(in: 8 * 3600)
        let planned = try program.succeed(
            "flag",
            "set",
            spacing,
            "60",
            "--app",
            "all",
            "--at",
            night,
            "--reason",
            "less load"
        )
        #expect(planned.lines[0] == "scheduled for \(night) as 43: flag set \(spacing) to 60 in all apps")
        #expect(planned.lines.last == "revision 43 in \(program.store)")
        let list = try program.succeed("scheduled")
        #expect(list.lines.count == 2)
        for word in ["43", night, "flag set \(spacing) to 60 in all apps", "ana", "less load"] {
            #expect(list.lines[1].contains(word), "\(word)")
        }
        #expect(try program.succeed("status").lines.last == "1 change is scheduled: `widgetctl scheduled`")
        #expect(try program.succeed("tick").output == "nothing is due\n")
        try program.succeed("unschedule", "43", "--reason", "not tonight")
        #expect(try program.succeed("scheduled").output == "nothing is scheduled\n")
        let again = try program.run("unschedule", "43")
        #expect(again.status == 1)
        #expect(again.errors.contains("waits no more since revision 44, unschedule by ana: not tonight"))
        #expect(try program.run("unschedule", "7").status == 2)
        let history = try program.succeed("history", "--limit", "2")
        #expect(history.lines[1].contains("end of scheduled change 43"))

        let past = try program.run("flag", "set", spacing, "60", "--app", "all", "--at", time(in: -60))
        #expect(past.status == 1 && past.errors.contains("is in the past"))
        let local = try program.run(
            "flag",
            "set",
            spacing,
            "60",
            "--app",
            "all",
            "--at",
            "2036-01-01T00:00:00"
        )
        #expect(local.status == 2)
    }

    @Test("The status of an app says what waits in it, and of no other", arguments: Place.allCases)
    func status(_ place: Place) throws {
        let program = try WidgetctlProcess(place)
        let definitions = try program.definitionsWithApproval()
        #expect(try program.run("apply", definitions: definitions).status == 0)
        let (aurora, minimal) = ("aurora-wallpapers", "minimal-wallpapers")
        #expect(try !program.succeed("status", aurora).lines.contains("Waits"))
        try program.succeed("flag", "set", spacing, "60", "--app", aurora)
        let night = time(in: 8 * 3600)
        try program.succeed("kill", "all", "--whole-app", "--reason", "r", "--at", night)

        let lines = try program.succeed("status", aurora).lines
        let waits = try lines[#require(lines.firstIndex(of: "Waits")).advanced(by: 1)...]
        #expect(waits.count == 3)
        let isRequest = waits.contains {
            $0.hasPrefix("43  flag set \(spacing) to 60 in \(aurora)  ana  ") && $0.contains("1 approval")
        }
        #expect(isRequest, "\(waits)")
        #expect(waits.last?.hasPrefix("44  kill the app in all apps") == true)
        #expect(waits.last?.hasSuffix("  ana  \(night)") == true)
        let others = try program.succeed("status", minimal).lines
        #expect(others.contains { $0.hasPrefix("44  ") } && !others.contains { $0.hasPrefix("43  ") })

        let json = try JSON(parsing: Array(program.succeed("status", minimal, "--json").output.utf8))
        guard case .array(let apps) = json, case .array(let changes)? = apps.first?.member("scheduled") else {
            Issue.record("\(json)")
            return
        }
        #expect(changes.map { $0.member("id") } == [44])
        #expect(apps.first?.member("requests") == [])
    }

    @Test("A tick that is killed in the middle, again and again, makes each change once")
    func killedTick() throws {
        let program = try WidgetctlProcess.applied()
        let anHourAgo = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 - 3600) * 1000)
        let store = try SQLiteStore(path: program.store, access: .write)
        let desk = ReleaseDesk(store: store, actor: "ana") { anHourAgo }
        for value in 31...60 {
            _ = try desk.perform(
                .setFlag(spacing, to: "\(value)", in: .all),
                ReleaseDesk.Order(at: anHourAgo.adding(seconds: 60))
            )
        }
        for round in 0..<40 {
            let process = try program.start(["tick"])
            spin(for: .microseconds(round * 2_000))
            process.send(signal: SIGKILL)
            _ = try process.finish()
        }
        #expect(try program.run("tick").status == 0)
        #expect(try program.succeed("scheduled").output == "nothing is scheduled\n")
        let log = try program.succeed("history", "--format", "jsonl").lines
        let made = log.filter { $0.contains(#""kind":"override""#) }
        #expect(made.count == 30 * 6)
        for value in 31...60 {
            #expect(made.count { $0.contains(#""after":{"value":\#(value)}"#) } == 6, "\(value)")
        }
        #expect(try program.run("audit", "verify").status == 0)
    }

    @Test("An approval that is killed in the middle, again and again, carries out the request once")
    func killedApproval() throws {
        let program = try WidgetctlProcess()
        let definitions = try program.definitionsWithApproval()
        #expect(try program.run("apply", definitions: definitions).status == 0)
        for value in 31...36 {
            try program.succeed("flag", "set", spacing, "\(value)", "--app", "aurora-wallpapers")
            let store = try SQLiteStore(path: program.store, access: .read)
            let id = try store.revision()
            for round in 0..<8 {
                let process = try program.start(["approve", "\(id)", "--actor", "bo"])
                spin(for: .milliseconds(round * 3))
                process.send(signal: SIGKILL)
                _ = try process.finish()
            }
            let last = try program.run("approve", "\(id)", "--actor", "bo")
            #expect(last.status == 0 || last.errors.contains("waits no more since"), "\(last.errors)")
            let changes = try store.history(HistoryFilter(after: id))
            #expect(changes.map(\.key.kind).sorted() == ["override", "request"])
            #expect(changes.allSatisfy { $0.actor == "bo" })
        }
        #expect(try program.run("audit", "verify").status == 0)
    }

    @Test("A request is listed, tried, and carried out by somebody else's approval")
    func request() throws {
        let program = try WidgetctlProcess()
        let definitions = try program.definitionsWithApproval()
        #expect(try program.run("apply", definitions: definitions).status == 0)
        let asked = try program.succeed("flag", "set", spacing, "60", "--app", "aurora-wallpapers")
        #expect(asked.lines[0].hasPrefix("waits for 1 approval as request 43, until "))
        let list = try program.succeed("requests")
        #expect(list.lines.count == 2 && list.lines[1].contains("waits"))
        let json = try JSON(parsing: Array(program.succeed("requests", "--json").output.utf8))
        guard case .array(let requests) = json else {
            Issue.record("\(json)")
            return
        }
        #expect(requests.first?.member("id") == 43)
        #expect(requests.first?.member("state") == "waits")

        let own = try program.run("approve", "43")
        #expect(own.status == 1 && own.errors.contains("request 43 is ana's own"))
        let tried = try program.succeed("approve", "43", "--actor", "bo", "--dry-run")
        #expect(tried.lines.last == "dry run: nothing was changed")
        let approved = try program.succeed("approve", "43", "--actor", "bo", "--comment", "seen")
        #expect(approved.lines.contains { $0.hasPrefix("aurora-wallpapers: \(spacing) is 60 for everyone") })
        #expect(try program.succeed("requests").output == "nothing waits for approval\n")
        #expect(try program.run("approve", "43", "--actor", "cy").status == 1)
        #expect(try program.run("approve", "99", "--actor", "cy").status == 2)
        // What silences never waits.
        let kill = try program.succeed("kill", "aurora-wallpapers", "--whole-app", "--reason", "r")
        #expect(kill.lines[0] == "aurora-wallpapers: killed the app for everyone")
    }
}
