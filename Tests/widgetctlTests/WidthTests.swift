import Foundation
import StrictJSON
import Testing
import TestSupport

@testable import widgetctl

/// What is printed on a terminal of some width, by a terminal's own account.
@Suite("On a terminal", .timeLimit(.minutes(5)))
struct WidthTests {
    private let program: WidgetctlProcess

    private static let reason =
        "日付が崩れる。夜間に調査する、詳細は当番へ: see https://status.example.com/incidents/20261201-lock"

    private static let commands = [
        ["status"], ["status", "aurora-wallpapers"], ["flags"], ["history"], ["show", "43"],
        ["diff", "1", "56"],
        ["rollout", "status"], ["scheduled"], ["explain", "aurora-wallpapers"],
        ["check", "budget", "aurora-wallpapers"],
        ["watch", "--once", "--service", "http://127.0.0.1:1"],
    ]

    init() throws {
        program = try WidgetctlProcess.applied()
        try program.haveIncident(reason: Self.reason, scope: ["--locale", "ja,zh-Hant"])
        try program.succeed("rollout", "pause", "widget_enabled", "--app", "minimal-wallpapers")
        try program.succeed(
            "flag",
            "set",
            "tap_target",
            "wallpaper",
            "--app",
            "minimal-wallpapers",
            "--reason",
            Self.reason,
            "--at",
            (Date.now + 86_400).ISO8601Format()
        )
    }

    private func output(
        of command: [String],
        columns: Int,
        _ environment: [String: String] = [:]
    ) throws -> String {
        let terminal = try PseudoTerminal(
            rows: 24,
            columns: columns,
            RunningProgram.built("widgetctl"),
            command + ["--store", program.store, "--definitions", Repository.path],
            environment
        )
        #expect(try terminal.report() == "exited 0", "\(command)")
        return try terminal.view().raw
    }

    @Test("no line is broken by its edge, and none of a text is lost", arguments: [40, 80, 200])
    func widths(_ columns: Int) throws {
        var lines: [JSON] = []
        for command in Self.commands {
            let text = try output(of: command, columns: columns).replacing(/\u{1B}\[[0-9;]*m/, with: "")
            #expect(!text.contains("\u{1B}"), "\(command)")
            #expect(!text.contains("\u{202E}"), "\(command)")
            lines += text.components(separatedBy: "\r\n").map {
                ["command": .string(command.joined(separator: " ")), "line": .string($0)]
            }
            if ["status", "history", "watch"].contains(command[0]), command.count != 2 {
                let squeezed = text.filter { !$0.isWhitespace }
                #expect(squeezed.contains("日付が崩れる。夜間に調査する、詳細は当番へ:seehttps://"), "\(command)")
                #expect(
                    squeezed.contains("minimal-wallpapers") || squeezed.contains("all6apps"),
                    "\(command)"
                )
            }
        }
        // Debian's python3-wcwidth counts columns; a document, a path or an address is one word however long it is.
        let overlong = try Python.answer(
            to: ["lines": .array(lines), "columns": .integer(Int64(columns))],
            """
            from wcwidth import wcswidth
            answer = [
                f"{seen['command']}: {seen['line']}" for seen in request["lines"]
                if wcswidth(seen["line"]) > request["columns"] and len(seen["line"].split()) > 1
                and not seen["command"].startswith("show")
            ]
            """
        )
        #expect(overlong == [])
    }

    @Test("is coloured, unless nobody wants it or it is none")
    func colour() throws {
        for command in Self.commands.prefix(4) {
            #expect(try output(of: command, columns: 100).contains("\u{1B}[1m"), "\(command)")
            for environment in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
                let text = try output(of: command, columns: 100, environment)
                #expect(!text.contains("\u{1B}"), "\(command), \(environment)")
            }
        }
    }

    @Test("is not what a file gets: there a row is one line however long it is")
    func file() throws {
        for command in Self.commands {
            let end = try program.run(command)
            #expect(end.status == 0, "\(command)")
            #expect(!end.output.contains("\u{1B}"), "\(command)")
            #expect(!end.output.contains("…") || command[0] == "history", "\(command)")
            guard command == ["status"] else { continue }
            #expect(end.lines.contains { $0.hasPrefix("minimal-wallpapers ") && $0.hasSuffix(Self.reason) })
        }
    }
}
