import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("A rollback on the command line")
struct RollbackTests {
    /// The six apps (revision 42), a rollout in all of them (48), and a kill of a widget in one (49).
    private static func program(_ place: Place) throws -> WidgetctlProcess {
        let program = try WidgetctlProcess.applied(place)
        try program.succeed("rollout", "set", "widget_enabled", "5", "--app", "all")
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "date glitch")
        return program
    }

    @Test(
        "says in a dry run what it would change, lifts kills only with leave, and is a change",
        arguments: Place.allCases
    )
    func session(_ place: Place) throws {
        let program = try Self.program(place)
        let dry = try program.run("rollback", "48", "--app", "minimal-wallpapers", "--dry-run")
        #expect(dry.status == 3)
        #expect(
            dry.output == """
                minimal-wallpapers: no longer killed: WallpaperLockWidget for everyone (by ana: date glitch)
                dry run: nothing was changed

                """
        )
        #expect(dry.errors.contains("add --lift-kills if that is meant"), "\(dry.errors)")
        let refused = try program.run("rollback", "48")
        #expect(refused.status == 3)
        #expect(refused.output == "")

        let done = try program.succeed("rollback", "48", "--lift-kills", "--json")
        let json = try JSON(parsing: Array(done.output.utf8))
        #expect(json.member("revision") == 50)
        #expect(json.member("refusedLifts") == [])
        let history = try program.succeed("history", "--limit", "1").lines
        #expect(history[1].contains("rollback"))
        #expect(history[1].contains("to revision 48"))
    }

    @Test("takes away what a rollout gave only with leave", arguments: Place.allCases)
    func removal(_ place: Place) throws {
        let program = try Self.program(place)
        let refused = try program.run("rollback", "42", "--lift-kills")
        #expect(refused.status == 3)
        #expect(refused.errors.contains("would go from 5 % to 0 % of installations"), "\(refused.errors)")
        let done = try program.succeed("rollback", "42", "--lift-kills", "--allow-removal")
        #expect(done.lines.last == "revisions 50 to 56 in \(program.place)")
    }

    @Test("A difference is told in words, and in documents as JSON", arguments: Place.allCases)
    func diff(_ place: Place) throws {
        let program = try Self.program(place)
        let killed = try program.succeed("diff", "48")
        #expect(
            killed.output == """
                revision 48 to 49
                minimal-wallpapers: killed: WallpaperLockWidget for everyone (by ana: date glitch)

                """
        )
        #expect(try program.succeed("diff", "42", "48").lines.count == 7)
        #expect(try program.succeed("diff", "49", "49").lines.last == "no difference")
        let json = try JSON(parsing: Array(program.succeed("diff", "49", "42", "--json").output.utf8))
        guard case .array(let documents)? = json.member("documents") else {
            Issue.record("\(json)")
            return
        }
        #expect(documents.count == 7)
        #expect(documents.allSatisfy { $0.member("after") == .null })
    }

    @Test("A change is shown in full, and what was live from then on", arguments: Place.allCases)
    func show(_ place: Place) throws {
        let program = try Self.program(place)
        let shown = try program.succeed("show", "49").lines
        #expect(shown.first == "revision 49 of 49: kill by ana")
        #expect(shown.contains("reason    date glitch"))
        #expect(shown.contains("before    none"))
        #expect(
            shown.contains(
                "minimal-wallpapers: killed: WallpaperLockWidget for everyone (by ana: date glitch)"
            )
        )
        #expect(shown.dropLast(2).last == "Live in minimal-wallpapers from then on")
        #expect(try program.succeed("show", "45").lines.contains("command   made revisions 43 to 48"))
        #expect(
            try program.succeed("show", "2").lines.last
                == "its definitions alone: no override, rollout or kill"
        )
        let json = try JSON(parsing: Array(program.succeed("show", "45", "--json").output.utf8))
        #expect(json.member("command") == [43, 48])
    }

    private static let wrongLines = [
        (["rollback", "99"], "there is no revision 99; the last is 49"),
        (["rollback", "0"], "there is no revision 0; the last is 49"),
        (["rollback", "latest"], "invalid value 'latest' for REVISION: expected a revision, a whole number"),
        (["rollback", "-1"], "expected a revision"),
        (["diff", "1", "99"], "there is no revision 99"),
        (["show", "9999999999999999999"], "expected a revision"),
        (["rollback", "42", "--app", "minimal-wallpaper"], "did you mean \"minimal-wallpapers\"?"),
    ]

    @Test("What is no revision is a wrong command line", arguments: Place.allCases)
    func wrong(_ place: Place) throws {
        let program = try Self.program(place)
        for (line, complaint) in Self.wrongLines {
            let end = try program.run(line)
            #expect(end.status == 2, "\(line)")
            #expect(end.errors.contains(complaint), "\(line): \(end.errors)")
        }
    }
}
