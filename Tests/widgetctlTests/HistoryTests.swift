import CommandLineKit
import Foundation
import StrictJSON
import Testing
import TestSupport

@testable import widgetctl

@Suite("The history")
struct HistoryTests {
    /// The six apps, then a kill by bo and its end by cy: revisions 43 and 44.
    private static func program(_ place: Place) throws -> WidgetctlProcess {
        let program = try WidgetctlProcess.applied(place)
        let target = ["minimal-wallpapers", "WallpaperLockWidget"]
        try program.run(["kill"] + target + ["--reason", "=cmd|' /C calc'!A0", "--actor", "bo"])
        try program.run(["restore"] + target + ["--actor", "cy"])
        return program
    }

    private func revisions(_ program: WidgetctlProcess, _ arguments: String...) throws -> [Int64] {
        let end = try program.run(["history", "--format", "jsonl"] + arguments)
        #expect(end.status == 0, "\(end.errors)")
        return try end.lines.map { line in
            guard case .integer(let revision)? = try JSON(parsing: Array(line.utf8)).member("revision") else {
                return 0
            }
            return revision
        }
    }

    @Test(
        "is exported whole and the oldest first, as far as it passes the filters",
        arguments: Place.allCases
    )
    func filters(_ place: Place) throws {
        let program = try Self.program(place)
        #expect(try revisions(program) == Array(1...44))
        #expect(try revisions(program, "--limit", "2") == [43, 44])
        #expect(try revisions(program, "--actor", "bo") == [43])
        #expect(try revisions(program, "--action", "apply", "--app", "minimal-wallpapers").count == 7)
        #expect(try revisions(program, "--since", "2001-01-01T00:00:00Z").count == 44)
        #expect(try revisions(program, "--until", "2001-01-01T00:00:00+09:00") == [])
        // Who is acting now, by WIDGET_ACTOR, is no filter.
        #expect(try program.succeed("history", "--limit", "1").lines.count == 3)
    }

    @Test("lists only what passes the filters, and says so when nothing does", arguments: Place.allCases)
    func list(_ place: Place) throws {
        let program = try Self.program(place)
        let list = try program.succeed("history", "--actor", "cy")
        #expect(list.lines.count == 2)
        #expect(list.lines[1].contains("restore"))
        #expect(try program.succeed("history", "--action", "kil").output == "no such changes\n")
    }

    @Test("in JSON lines is what --json lists, a line a change", arguments: Place.allCases)
    func jsonLines(_ place: Place) throws {
        let program = try Self.program(place)
        let lines = try program.succeed("history", "--format", "jsonl").lines
        let array = try program.succeed("history", "--json", "--limit", "9").output
        let changes = try lines.map { try JSON(parsing: Array($0.utf8)) }
        #expect(try JSON(parsing: Array(array.utf8)) == .array(changes.reversed()))
        #expect(changes.last?.member("actor") == "cy")
    }

    @Test(
        "in CSV begins with the names of the columns, ends lines as RFC 4180 wants, and runs no formula",
        arguments: Place.allCases
    )
    func csv(_ place: Place) throws {
        let program = try Self.program(place)
        let text = try program.succeed("history", "--format", "csv", "--limit", "2").output
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.count == 4)
        #expect(lines[0] == "revision,time,actor,action,app,kind,name,before,after,reason,hash")
        #expect(lines[1].contains(",'=cmd|' /C calc'!A0,"))
        #expect(lines[3] == "")
        #expect(
            try program.succeed("history", "--format", "csv", "--actor", "nobody").output == lines[0] + "\r\n"
        )
    }

    @Test("on a terminal shows line ends within a field as what they are")
    func terminal() throws {
        let program = try Self.program(.here)
        try program.succeed("kill", "all", "--whole-app", "--reason", "a\nb\u{1B}[2J")
        let recorder = OutputRecorder(terminal: Terminal(isTerminal: true, width: 80))
        let arguments = ["history", "--format", "csv", "--limit", "1", "--store", program.store]
        #expect(root.main(arguments: arguments, environment: [:], output: recorder.output) == .success)
        let lines = recorder.standardOutput.split(whereSeparator: \.isNewline)
        #expect(lines.count == 7)
        #expect(lines.dropFirst().allSatisfy { $0.contains("a\\nb\\u{1B}[2J") }, "\(lines)")
    }
}
