import Definitions
import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@testable import CommandLineKit

/// Holds what every command prints with `--json` against `Documentation/schemas/widgetctl.schema.json`, by another
/// program's judgement.
@Suite("What a command prints with --json", .timeLimit(.minutes(5)))
struct JSONOutputTests {
    /// The commands that print something else whatever the options.
    private static let without: Set<String> = ["completions"]

    /// The commands that do something, in the program's own table: "rollout start".
    private static let commands = Set(
        root.allCommands.filter { $0.command.run != nil }.map { $0.path.dropFirst().joined(separator: " ") }
    ).subtracting(without)

    @Test("is described for every command, and for no other")
    func complete() throws {
        // Of its parts these are no commands.
        let parts: Set = [
            "moment", "percent", "revision", "app", "hash", "head", "family", "document", "value",
        ]
        let described = try OutputSchema(of: "widgetctl").definitions.subtracting(parts)
        #expect(described == Self.commands)
    }

    @Test("is as its schema says, and the schema lets nothing else pass")
    func schemas() throws {
        let session = try JSONSession()
        try session.rollouts()
        try session.kills()
        try session.waiting()
        try session.past()
        try session.checks()
        try session.keysAndTokens()
        #expect(Self.commands.subtracting(session.seen.map(\.command)) == [], "not run")
        for fault in try OutputSchema(of: "widgetctl").faults(in: session.seen) { Issue.record("\(fault)") }
    }
}

/// Runs commands with `--json` on one store, and keeps what they print.
private final class JSONSession {
    private let program: WidgetctlProcess
    private let definitions: URL
    private(set) var seen: [(command: String, output: JSON)] = []

    private let spacing = "refresh_spacing_minutes"
    private let everywhere = ["--app", "all"]

    /// With definitions by which an override in one app needs somebody else's approval.
    init() throws {
        program = try WidgetctlProcess()
        definitions = try program.definitionsWithApproval()
        try run("plan")
        try run("apply")
        try run("plan")
    }

    /// - Returns: The revision that it made.
    @discardableResult
    private func run(_ arguments: String..., status: Int32 = 0, also more: [String] = []) throws -> String {
        let line = arguments + more
        let end = try program.run(line + ["--json"], definitions: definitions)
        #expect(end.status == status, "\(line): \(end.errors)")
        let output = try JSON(parsing: Array(end.output.utf8))
        let names = root.allCommands.map { $0.path.dropFirst().joined(separator: " ") }
        let command = (1...2).map { line.prefix($0).joined(separator: " ") }.last { names.contains($0) }
        seen.append((try #require(command), output))
        return output.member("revision")?.text ?? ""
    }

    private func time(in seconds: Double) -> String { (Date.now + seconds).ISO8601Format() }

    func rollouts() throws {
        let flag = "widget_enabled"
        try run("rollout", "start", flag, "--accept-findings", "--at", time(in: 3600), also: everywhere)
        try run("rollout", "status")
        try run("rollout", "set", flag, "12.5", also: everywhere)
        try run("status")
        try run("rollout", "resume", flag, also: everywhere)
        try run("rollout", "pause", flag, also: everywhere)
        try run("rollout", "status")
        try run("rollout", "complete", flag, also: everywhere)
        try run("rollout", "set", flag, "5", "--dry-run", status: 3, also: everywhere)
        try run("rollout", "halt", flag, also: everywhere)
        try run("rollout", "status")
        try run("flag", "set", spacing, "60", "--app", "minimal-wallpapers")
        try run("status", "minimal-wallpapers")
        try run("flags")
        try run("publish", "published", "--unsigned")
        try run("flag", "unset", spacing, "--app", "minimal-wallpapers")
    }

    func kills() throws {
        let app = "minimal-wallpapers"
        let widget = "WallpaperLockWidget"
        let scope = [
            "--locale", "ja", "--app-version", ">=2.4 <2.6", "--os-version", ">=18", "--reason", "r",
        ]
        try run("kill", "all", widget, "--family", "accessoryCircular", also: scope)
        try run("kill", app, "--flag", "widget_enabled", "--reason", "r")
        try run("kill", "aurora-wallpapers", "--whole-app", "--reason", "r")
        try recordWallpapers()
        try run("status")
        try run("watch", "--once", "--interval", "1", "--service", "http://127.0.0.1:1")
        try run("explain", app, "--locale", "ja", "--installation", "6F9619FF-8B86-D011-B42D-00C04FC964FF")
        try run("explain", "aurora-wallpapers", "--app-version", "2.5", "--family", "systemSmall")
        try run("restore", app, "--flag", "widget_enabled", "--reason", "r")
        let server = try AdminServer(program.store)
        let end = try RunningProgram.run(
            RunningProgram.built("widgetctl"),
            ["watch", "--once", "--interval", "1", "--json"],
            environment: ["WIDGET_SERVER": server.url, "WIDGET_TOKEN": server.token(of: "vi", .viewer)]
        )
        seen.append(("watch", try JSON(parsing: Array(end.output.utf8))))
    }

    private func recordWallpapers() throws {
        let store = try SQLiteStore(path: program.store, access: .write)
        let desk = ReleaseDesk(store: store, actor: "thumbnailer") { Instant(millisecondsSince1970: 0) }
        let hash = try ManifestHash(String(repeating: "5d", count: 32))
        _ = try desk.recordWallpapers { [try AppID("minimal-wallpapers"): hash] }
    }

    func waiting() throws {
        let aurora = ["--app", "aurora-wallpapers", "--reason", "less load"]
        let first = try run("flag", "set", spacing, "60", also: aurora)
        let second = try run("flag", "set", spacing, "90", also: aurora)
        try run("requests")
        try run("status", "aurora-wallpapers")
        try run("approve", first, "--actor", "bo", "--comment", "seen", "--dry-run")
        try run("approve", first, "--actor", "bo", "--comment", "seen")
        // The second is stale by now.
        try run("requests")
        try run("decline", second, "--comment", "later")

        let minimal = ["--app", "minimal-wallpapers"]
        let night = try run("flag", "set", spacing, "60", "--at", time(in: 28_800), also: minimal)
        try run("kill", "all", "--whole-app", "--reason", "r", "--at", time(in: 28_800))
        try run("rollout", "set", "widget_enabled", "40", "--at", time(in: 28_800), also: everywhere)
        try run("rollback", "9", "--at", time(in: 28_800), also: everywhere)
        try run("scheduled")
        try run("status", "minimal-wallpapers")
        try run("watch", "--once", "--interval", "1", "--service", "http://127.0.0.1:1")
        try run("unschedule", night)
        try run("flag", "set", spacing, "75", "--at", time(in: 2), also: minimal)
        let isDue = try eventually {
            try run("tick")
            return seen.last?.output != []
        }
        #expect(isDue)
    }

    func past() throws {
        try run("history")
        try run("show", "50")
        try run("show", "1")
        try run("diff", "1", "60")
        try run("rollback", "60", "--dry-run", "--allow-removal", "--lift-kills", also: everywhere)
        try run("audit", "verify")
        try run("audit", "head")
        try run("backup", "copy.sqlite")
        try run("restore-backup", "copy.sqlite", "--dry-run")
        // Its wallpapers have not been made.
        try run("publish", "published", "--unsigned", status: 1)
    }

    func checks() throws {
        try run("check")
        try run("check", "budget", "minimal-wallpapers")
        try run("check", "dates", "minimal-wallpapers")
        try run("check", "dates", "minimal-wallpapers", "--gate", "--reason", "r")
    }

    func keysAndTokens() throws {
        try run("keys", "create")
        try run("keys", "create", "--if-none")
        try run("keys", "list")
        guard case .array(let keys)? = seen.last?.output, let key = keys.first?.member("id")?.string else {
            Issue.record("no key")
            return
        }
        try run("keys", "retire", key, "--last")
        try run("token", "create", "--name", "vi", "--role", "viewer", "--expires", "90d")
        let token = try #require(seen.last?.output.member("id")?.string)
        try run("token", "create", "--name", "op", "--role", "operator", "--app", "aurora-wallpapers")
        try run("token", "revoke", token)
        try run("token", "list")
    }
}
