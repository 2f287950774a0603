import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("A release manager's session")
struct SessionTests {
    static let installation = "6F9619FF-8B86-D011-B42D-00C04FC964FF"

    private func explain(_ program: WidgetctlProcess, _ locale: String, at time: String? = nil) throws
        -> String
    {
        let moment = time.map { ["--at", $0] } ?? []
        let arguments =
            [
                "explain", "minimal-wallpapers", "--widget", "WallpaperLockWidget", "--installation",
                Self.installation, "--locale", locale, "--app-version", "2.4.1",
            ] + moment
        let result = try program.run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        return result.lines.first ?? ""
    }

    @Test(
        "from an empty store to a rollout, a kill, its explanation and its restoration",
        arguments: Place.allCases
    )
    func session(_ place: Place) throws {
        let program = try WidgetctlProcess(place)
        let planned = try program.succeed("plan")
        #expect(planned.lines.count == 7)
        #expect(planned.lines.last == "dry run: nothing was changed")
        let files = try FileManager.default.contentsOfDirectory(atPath: program.directory.path)
        #expect(files.isEmpty == (place == .here))

        #expect(
            try program.succeed("apply", "--reason", "first").lines.last
                == "revisions 1 to 42 in \(program.place)"
        )
        #expect(try program.succeed("apply").output == "nothing to change\n")
        #expect(try program.succeed("plan").output == "nothing to change\n")
        #expect(try program.succeed("status").lines.count == 7)

        let started = try program.succeed("rollout", "start", "widget_enabled", "--app", "all")
        #expect(started.lines.count == 7)
        #expect(
            started.lines.dropLast().allSatisfy {
                $0.contains("widget_enabled: 0 % to 1 %, running; 2 % at ")
            }
        )
        #expect(started.lines.last == "revisions 43 to 48 in \(program.place)")
        #expect(
            try explain(program, "ja_JP")
                == "WallpaperLockWidget: disabled (widget_enabled is false: rollout-excluded); shows emblem"
        )
        let nextYear = "\(Calendar(identifier: .gregorian).component(.year, from: .now) + 1)-12-31T00:00:00Z"
        #expect(try explain(program, "ja_JP", at: nextYear) == "WallpaperLockWidget: enabled")

        let killed = try program.killLockWidget(reason: "date glitch on the lock screen")
        #expect(
            killed.output == """
                minimal-wallpapers: killed WallpaperLockWidget for locale ja
                revision 49 in \(program.place)

                """
        )
        #expect(
            try explain(program, "ja_JP", at: nextYear)
                == "WallpaperLockWidget: disabled (killed at revision 49); shows emblem"
        )
        #expect(try explain(program, "de_DE", at: nextYear) == "WallpaperLockWidget: enabled")
        let status = try program.succeed("status", "minimal-wallpapers")
        #expect(status.output.contains("date glitch on the lock screen"))

        let restored = try program.restoreLockWidget(reason: "fixed in config")
        #expect(restored.lines.last == "revision 50 in \(program.place)")
        #expect(try explain(program, "ja_JP", at: nextYear) == "WallpaperLockWidget: enabled")
        let history = try program.succeed("history", "--app", "minimal-wallpapers", "--limit", "3")
        #expect(history.lines.count == 5)
        #expect(history.lines[1].contains("fixed in config"))
        #expect(history.lines[1].contains("ana"))
        #expect(history.lines[4] == "… and older ones, from revision 42 down; --limit 6 shows more")
    }

    @Test(
        "shows what one command did alike in several apps as one row of the history",
        arguments: Place.allCases
    )
    func history(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        try program.succeed("rollout", "start", "widget_enabled", "--app", "all")
        try program.succeed(
            "rollout",
            "pause",
            "widget_enabled",
            "--app",
            "minimal-wallpapers,aurora-wallpapers"
        )
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "date glitch")
        let cells = try program.succeed("history").lines.dropFirst().map { line in
            // They are two spaces or more apart; the time is left out.
            line.split(separator: /\s{2,}/).enumerated().filter { $0.offset != 1 }.map { String($0.element) }
        }
        #expect(
            cells.prefix(4) == [
                [
                    "51", "ana", "kill", "minimal-wallpapers", "WallpaperLockWidget for everyone",
                    "date glitch",
                ],
                [
                    "49-50", "ana", "rollout pause", "aurora-wallpapers, minimal-wallpapers",
                    "widget_enabled 1 %, paused",
                ],
                ["43-48", "ana", "rollout start", "all 6 apps", "widget_enabled 1 %, running"],
                ["7…42", "ana", "apply", "all 6 apps", "widget_enabled definition"],
            ]
        )
        #expect(cells.last == ["1…36", "ana", "apply", "all 6 apps", "profile"])
        let last = try JSON(parsing: Array(program.succeed("history", "--limit", "3", "--json").output.utf8))
        guard case .array(let changes) = last else {
            Issue.record("no list: \(last)")
            return
        }
        #expect(changes.count == 9, "JSON has every change of three commands")
    }

    /// Every command that changes something, in an order in which each has something to do.
    static let changing: [[String]] = [
        ["rollout", "start", "widget_enabled", "--app", "all"],
        ["rollout", "pause", "widget_enabled", "--app", "all"],
        ["rollout", "resume", "widget_enabled", "--app", "all"],
        ["rollout", "set", "widget_enabled", "25", "--app", "all"],
        ["rollout", "complete", "widget_enabled", "--app", "all"],
        ["rollout", "halt", "widget_enabled", "--app", "all"],
        ["flag", "set", "refresh_spacing_minutes", "60", "--app", "all"],
        ["flag", "unset", "refresh_spacing_minutes", "--app", "all"],
        ["kill", "all", "WallpaperLockWidget"], ["restore", "all", "WallpaperLockWidget"],
    ]

    @Test(
        "takes a reason, a dry run and JSON, records the actor, and prints the revision, in every command",
        arguments: Place.allCases
    )
    func everyCommand(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        var revision: Int64 = 42
        for arguments in Self.changing {
            let line = arguments + ["--reason", "because", "--actor", "bo"]
            let dry = try program.run(line + ["--dry-run"])
            #expect(dry.status == 0, "\(line): \(dry.errors)")
            #expect(dry.lines.last == "dry run: nothing was changed")
            let dryJSON = try members(program.run(line + ["--dry-run", "--json"]))
            #expect(dryJSON["dryRun"] == true)

            let done = try members(program.run(line + ["--json"]))
            revision += 6
            #expect(done["dryRun"] == false, "\(line)")
            #expect(done["revision"] == .integer(revision), "\(line)")
            // Notes name moments that may differ by a second; the desk's own tests compare them.
            #expect(done["warnings"] == dryJSON["warnings"], "\(line)")
            guard case .array(let changes)? = done["changes"], case .object(let change)? = changes.first
            else {
                Issue.record("\(line): no changes")
                continue
            }
            #expect(changes.count == 6)
            #expect(change["actor"] == "bo")
            #expect(change["reason"] == "because")
        }
        #expect(try program.succeed("apply", "--reason", "r", "--dry-run").output == "nothing to change\n")
    }

    private static let reading = [
        ["status"], ["status", "minimal-wallpapers"], ["rollout", "status"], ["history"], ["plan"],
        ["explain", "minimal-wallpapers"], ["flags"], ["show", "49"], ["diff", "42"], ["audit", "verify"],
        ["audit", "head"], ["rollback", "50", "--dry-run", "--lift-kills"], ["token", "list"],
    ]

    @Test("prints JSON that can be read, in every command that reads", arguments: Place.allCases)
    func json(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        try program.succeed("rollout", "start", "widget_enabled", "--app", "all")
        try program.succeed("kill", "all", "--whole-app", "--reason", "line\n\u{1B}[2J\"")
        for line in Self.reading {
            let result = try program.run(line + ["--json"])
            #expect(result.status == 0, "\(line): \(result.errors)")
            #expect(throws: Never.self, "\(line)") { try JSON(parsing: Array(result.output.utf8)) }
            #expect(!result.output.utf8.contains(0x1B), "\(line)")
        }
    }

    @Test(
        "prints the whole of a dry run that would be refused, and then the refusal",
        arguments: Place.allCases
    )
    func refusedPlan(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        let line = ["flag", "set", "home_widget_enabled", "false", "--app", "all"]
        let dry = try program.run(line + ["--dry-run"])
        #expect(dry.status == 3)
        #expect(dry.lines.count == 7)
        #expect(dry.lines.last == "dry run: nothing was changed")
        #expect(dry.errors.contains("add --allow-removal"))
        #expect(try program.run(line + ["--dry-run", "--allow-removal"]).errors == "")
    }

    private func members(_ result: RunningProgram.End) throws -> [String: JSON] {
        #expect(result.status == 0, "\(result.errors)")
        guard case .object(let members) = try JSON(parsing: Array(result.output.utf8)) else { return [:] }
        return members
    }
}
