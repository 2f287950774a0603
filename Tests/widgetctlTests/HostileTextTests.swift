import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("Hostile texts on the command line")
struct HostileTextTests {
    static let texts: [Shown<String>] = [
        "two\nlines", "\u{1B}[31mred\u{1B}]0;title\u{7}", "\u{202E}desrever", "tab\there",
        "'; DROP TABLE changes; --",
        "a\u{2028}b", Shown(String(repeating: "宽", count: 300)),
    ]

    @Test("break neither a table nor the terminal nor the store", arguments: texts, Place.allCases)
    func tables(_ shown: Shown<String>, _ place: Place) throws {
        let text = shown.value
        let program = try WidgetctlProcess.applied(place)
        // Tokens have no such names.
        let actor = place == .here ? String(text.prefix(40)) : "ana"
        try program.succeed("kill", "all", "WallpaperLockWidget", "--reason", text, "--actor", actor)
        for arguments in [["status"], ["status", "minimal-wallpapers"], ["history", "--limit", "1"]] {
            let result = try program.run(arguments)
            #expect(result.status == 0, "\(result.errors)")
            let scalars = result.output.unicodeScalars.filter { $0 != "\n" }
            #expect(
                !scalars.contains { $0.properties.generalCategory == .control || $0.properties.isBidiControl }
            )
        }
        #expect(try program.succeed("history", "--limit", "1").lines.count == 3)
        let again = try program.run("kill", "all", "WallpaperLockWidget", "--reason", "again")
        #expect(again.lines.count == 7, "the reason in a note breaks the lines: \(again.output)")

        let json = try program.succeed("history", "--limit", "1", "--json")
        guard case .array(let changes) = try JSON(parsing: Array(json.output.utf8)),
            case .object(let change)? = changes.first
        else {
            Issue.record("no history")
            return
        }
        #expect(change["reason"] == .string(text))
        #expect(change["actor"] == .string(actor))
    }

    @Test(
        "that are not UTF-8 are taken for their replacement, and the store stays readable",
        arguments: Place.allCases
    )
    func invalidUTF8(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        // Only a shell can pass on what no string can hold.
        let script = #""$0" kill all --whole-app --reason "$(printf 'a\377b')" >/dev/null"#
        let shell = try program.start(
            ["-c", script, RunningProgram.built("widgetctl").path],
            through: URL(filePath: "/bin/sh")
        )
        #expect(try shell.finish().status == 0)
        #expect(try program.succeed("history", "--limit", "1").output.contains("a\u{FFFD}b"))
    }

    @Test("that are too long are refused with their length", arguments: Place.allCases)
    func long(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        let result = try program.run(
            "kill",
            "all",
            "--whole-app",
            "--reason",
            String(repeating: "x", count: 100_000)
        )
        #expect(result.status == 2)
        #expect(result.errors == "widgetctl: the reason has 100000 bytes; at most 1000 are kept\n")
    }

    @Test("in names are shown harmless in the complaint", arguments: Place.allCases)
    func names(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        let result = try program.run("status", "\u{1B}[2Jx\ny")
        #expect(result.status == 2)
        #expect(!result.errors.utf8.contains(0x1B))
        #expect(result.errors.hasPrefix("widgetctl: there is no app "))
    }
}
