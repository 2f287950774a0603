import Definitions
import Foundation
import Glibc
import HTTPServer
import StrictJSON
import Testing
import TestSupport

@testable import widgetctl

@Suite("widgetctl watch")
struct WatchTests {
    private let program: WidgetctlProcess

    init() throws { program = try WidgetctlProcess.applied() }

    /// Nobody is there.
    private static let nowhere = "http://127.0.0.1:1"

    private func watch(
        rows: Int = 24,
        columns: Int = 80,
        service: String = nowhere,
        _ environment: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            rows: rows,
            columns: columns,
            RunningProgram.built("widgetctl"),
            ["watch", "--store", program.store, "--interval", "1", "--service", service],
            environment
        )
    }

    // MARK: - What it shows

    @Test("shows kills, rollouts, requests and scheduled changes, and follows the store")
    func content() throws {
        try program.killLockWidget(reason: "date glitch")
        let terminal = try watch(rows: 40, columns: 140)
        let first = try terminal.wait(for: "1 kill")
        #expect(first.text.contains("minimal-wallpapers"))
        #expect(first.text.contains("locale ja"))
        #expect(first.text.contains("date glitch"))
        #expect(first.text.contains("no rollouts under way"))
        #expect(first.isCursorHidden)

        try program.succeed("rollout", "start", "widget_enabled", "--app", "all", "--accept-findings")
        let started = try terminal.wait(for: "1 rollout under way")
        #expect(started.text.contains("all 6 apps"))
        #expect(started.text.contains("1 of 7"))
        #expect(started.text.contains("2 % in 23 h 59 min"))

        let month = (Date.now + 30 * 86_400).ISO8601Format()
        try program.restoreLockWidget(reason: "mended", at: month)
        #expect(try terminal.wait(for: "1 scheduled change").text.contains("restore WallpaperLockWidget"))
        try program.restoreLockWidget(reason: "r")
        try terminal.wait(for: "no kills")
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
    }

    @Test("shows what waits for approval, and by when")
    func requests() throws {
        let definitions = try program.definitionsWithApproval()
        #expect(try program.run("apply", definitions: definitions).status == 0)
        let terminal = try watch(columns: 120)
        try terminal.wait(for: "no kills")
        try program.succeed(
            "flag",
            "set",
            "tap_target",
            "wallpaper",
            "--app",
            "aurora-wallpapers",
            "--actor",
            "mika"
        )
        let view = try terminal.wait(for: "1 change waits for approval")
        let row = try #require(view.screen.first { $0.contains("mika") })
        #expect(row.contains("aurora-wallpapers  flag set tap_target to wallpaper "))
        #expect(row.hasSuffix("  23 h 59 min"))
    }

    @Test("says how often clients poll, how many wait, and that widgetd is away and back")
    func service() throws {
        let server = try ServingProgram(program.store)
        let terminal = try watch(columns: 100, service: server.url)
        try terminal.wait(for: "0 polls/s")
        let client = try RawClient(server.address)
        var tag = "\"\""
        let isCounted = try eventually {
            for _ in 1...10 {
                try client.send(
                    "GET /v1/apps/minimal-wallpapers/config HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n\r\n"
                )
                tag = try #require(client.reply()?.header("ETag"))
            }
            return try terminal.view().text.contains("% unchanged")
        }
        #expect(isCounted)
        let waiting = try RawClient(server.address)
        try waiting.send(
            "GET /v1/apps/minimal-wallpapers/config HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(tag)\r\n"
                + "Prefer: wait=60\r\n\r\n"
        )
        #expect(try terminal.wait(for: "1 waiting").text.contains("connected"))

        let address = server.address
        try server.stop()
        let away = try terminal.wait(for: "polls ?")
        #expect(away.text.contains("no answer from \(server.url)"))
        #expect(away.text.contains("no kills"))
        let again = try ServingProgram(program.store, at: address)
        try terminal.wait(for: "0 polls/s")
        withExtendedLifetime(again) {}
    }

    @Test("sees the same through the admin API, and keeps what it saw when the server goes away")
    func server() throws {
        try program.killLockWidget(reason: "date glitch")
        let admin = try AdminServer(program.store)
        let environment = ["WIDGET_SERVER": admin.url, "WIDGET_TOKEN": try admin.token(of: "vi", .viewer)]
        let terminal = try PseudoTerminal(
            rows: 30,
            columns: 120,
            RunningProgram.built("widgetctl"),
            ["watch", "--interval", "1"],
            environment
        )
        #expect(try terminal.wait(for: "0 polls/s").text.contains("locale ja"))
        try program.succeed("rollout", "start", "widget_enabled", "--app", "all", "--accept-findings")
        try terminal.wait(for: "1 rollout under way")
        admin.send(signal: SIGKILL)
        let away = try terminal.wait(for: " old: \(admin.url)")
        #expect(away.text.contains("polls ?"))
        #expect(away.text.contains("date glitch"))
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
    }

    @Test("says when the store cannot be read any more, and when it can again")
    func storeGone() throws {
        let terminal = try watch(columns: 120)
        try terminal.wait(for: "no kills")
        let aside = program.directory.file("aside.sqlite")
        try FileManager.default.moveItem(atPath: program.store, toPath: aside)
        try Data("no store".utf8).write(to: URL(filePath: program.store))
        let gone = try terminal.wait(for: " old: ")
        #expect(gone.text.contains("no kills"))
        try FileManager.default.removeItem(atPath: program.store)
        try FileManager.default.moveItem(atPath: aside, toPath: program.store)
        try terminal.wait(forEndOf: " old: ")
        try program.killLockWidget(reason: "date glitch")
        try terminal.wait(for: "1 kill")
    }

    @Test("warns of a widgetd that serves another store")
    func otherStore() throws {
        let other = try WidgetctlProcess.applied()
        try other.succeed("kill", "all", "--whole-app", "--reason", "r")
        let server = try ServingProgram(other.store)
        let terminal = try watch(columns: 120, service: server.url)
        try terminal.wait(for: "which this store has not: does it serve another?")
        let once = try program.run("watch", "--once", "--interval", "1", "--json", "--service", server.url)
        let frame = try JSON(parsing: Array(once.output.utf8))
        #expect(frame.member("servedRevision") == frame.member("traffic")?.member("revision"))
        #expect(frame.member("servedRevision") != .null && frame.member("servedRevision") != nil)
        let back = try watch(columns: 120, service: "\(server.url)/v1")
        try back.wait(for: "is no widgetd")
    }

    // MARK: - Sizes and characters

    /// Two kills of three lines each, one of them in wide characters, and one rollout.
    private func fill() throws {
        try program.haveIncident(reason: "日付が崩れる。夜間に調査する、詳細は当番へ。")
    }

    @Test(
        "fits the terminal, kills first",
        arguments: [(24, 80), (10, 40), (24, 40), (10, 200), (50, 200), (5, 40), (3, 20), (1, 1)]
    )
    func sizes(_ rows: Int, _ columns: Int) throws {
        try fill()
        let terminal = try watch(rows: rows, columns: columns)
        let wanted = columns == 1 ? "…" : rows < 4 ? "2" : "2 kills"
        let view = try terminal.wait(for: wanted)
        #expect(view.screen.count == rows)
        if rows >= 10 {
            #expect(view.text.contains("WallpaperHomeWidget"))
            #expect(view.text.contains("flag widget_enabled"))
            #expect(view.text.contains("1 rollout under way"))
        }
        if rows >= 24 {
            let text = view.text.filter { !$0.isWhitespace }
            #expect(text.contains("日付が崩れる。夜間に調査する、詳細は当番へ。"))
            #expect(text.contains("2%in23h59min"))
        }
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
        #expect(try terminal.view().areModesRestored)
    }

    /// Twelve requests in one app, five changes scheduled in two others, and what comes before them in a third.
    private func crowd() throws {
        let definitions = try program.definitionsWithApproval()
        #expect(try program.run("apply", definitions: definitions).status == 0)
        for value in 31...42 {
            try program.succeed(
                ["flag", "set", "refresh_spacing_minutes", "\(value)", "--app", "aurora-wallpapers"]
            )
        }
        func schedule(_ command: [String], app: String, inHours hours: Double) throws {
            let time = (Date.now + hours * 3600).ISO8601Format()
            try program.succeed(command + ["--app", app, "--at", time, "--accept-findings"])
        }
        for hours in 2...6 {
            try schedule(
                ["rollout", "set", "widget_enabled", "\(hours * 10)"],
                app: "minimal-wallpapers,anime-wallpapers-hd",
                inHours: Double(hours)
            )
        }
        try schedule(["flag", "unset", "tap_target"], app: "healing-wallpaper-plus", inHours: 0.9)
    }

    @Test(
        "has the app of each row or a mark that it was cut off, and always the next scheduled change",
        arguments: [(24, 80), (20, 60), (50, 200)]
    )
    func crowded(_ rows: Int, _ columns: Int) throws {
        try crowd()
        let view = try watch(rows: rows, columns: columns).wait(for: "12 changes wait for approval")
        let requests = view.screen.filter { $0.contains("flag set re") }
        #expect(requests.count >= 3)
        for row in requests { #expect(row.contains("  aurora-"), "\(row)") }
        let changes = view.screen.filter { $0.contains("rollout set") }
        #expect(rows < 50 || !changes.isEmpty, "\(view.text)")
        for row in changes {
            #expect(row.contains("anime-wallpapers-hd") || row.contains("…"), "\(row)")
        }
        let next = view.screen.first { $0.contains("53 min") }
        #expect(next?.contains("healing-") == true, "\(view.text)")
        // Whole where there is room for it.
        let isWhole = view.screen.contains { $0.contains("to 42") && $0.contains("  aurora-wallpapers  ") }
        #expect(isWhole == (columns == 200))
    }

    @Test("never sends what somebody wrote as it is")
    func hostile() throws {
        try fill()
        let view = try watch(rows: 30, columns: 140).wait(for: "2 kills")
        #expect(view.text.contains(#"\u{1B}[31mred\r\nnext\u{202E}"#))
        #expect(!view.raw.contains("\u{1B}[31mred"))
        #expect(!view.raw.contains("\u{202E}"))
    }

    @Test("keeps its columns straight where characters are wide")
    func wideCharacters() throws {
        try program.succeed("kill", "all", "WallpaperHomeWidget", "--actor", "当番", "--reason", "R1")
        try program.succeed("kill", "all", "WallpaperLockWidget", "--actor", "duty", "--reason", "R2")
        let cells = try watch(columns: 100).wait(for: "2 kills").cells
        func column(of text: String) throws -> Int {
            let row = try #require(cells.first { $0.contains(text) })
            return try #require(
                row.firstRange(of: text).map { row.distance(from: row.startIndex, to: $0.lowerBound) }
            )
        }
        #expect(cells.contains { $0.contains("当~番~") })
        #expect(try column(of: "R1") == column(of: "REASON"))
        #expect(try column(of: "R2") == column(of: "REASON"))
    }

    @Test("follows the window")
    func resize() throws {
        try fill()
        let terminal = try watch(rows: 24, columns: 40)
        let narrow = try terminal.wait(for: "2 kills")
        #expect(!narrow.screen.contains { $0.contains("REASON") && $0.contains("KILLED") })
        try terminal.resize(rows: 12, columns: 160)
        let wide = try terminal.wait(for: "REASON")
        #expect(wide.screen.contains { $0.contains("REASON") && $0.contains("KILLED") })
        #expect(wide.screen.count == 12)
    }

    @Test("is without colour where nobody wants it", arguments: [true, false])
    func colour(_ isWanted: Bool) throws {
        try fill()
        let terminal = try watch(isWanted ? [:] : ["NO_COLOR": "1"])
        #expect(try terminal.wait(for: "2 kills").raw.contains("\u{1B}[31;1m") == isWanted)
    }

    // MARK: - Without a terminal

    @Test("goes without a terminal when it is to look once")
    func once() throws {
        try fill()
        let none = try program.run("watch")
        #expect(none.status == 2)
        #expect(none.errors.contains("`widgetctl status --json`"))
        let end = try program.run("watch", "--once", "--interval", "1", "--service", Self.nowhere)
        #expect(end.status == 0)
        #expect(end.errors == "")
        #expect(!end.output.contains("\u{1B}"))
        #expect(
            end.lines.contains { $0.hasPrefix("WallpaperHomeWidget  all 6 apps  ") && $0.hasSuffix("当番へ。") }
        )
        let missing = try program.run("watch", "--store", "/nonexistent/store")
        #expect(missing.status == 2)
        #expect(try program.run("watch", "--once", "--store", "/nonexistent/store").status == 1)
    }

    @Test(
        "is refused with what makes no sense",
        arguments: [
            (["--interval", "0"], "expected whole seconds, 1 to 3600"),
            (["--interval", "3601"], "expected whole seconds, 1 to 3600"),
            (["--json"], "--json goes with --once"),
            (["--once", "--service", "localhost:8080"], "has no http:// or https:// in front"),
        ]
    )
    func refusals(_ arguments: [String], _ complaint: String) throws {
        let end = try program.run(["watch"] + arguments)
        #expect(end.status == 2)
        #expect(end.errors.contains(complaint), "\(end.errors)")
    }

    @Test("counts a rate when it looks once")
    func onceWithRate() throws {
        let server = try ServingProgram(program.store)
        let end = try program.run("watch", "--once", "--interval", "1", "--service", server.url)
        #expect(end.lines.contains { $0.hasPrefix("0 polls/s  0 waiting") }, "\(end.output)")
    }

    @Test("believes a widgetd by the authority that is named")
    func authority() throws {
        let directory = try TemporaryDirectory()
        let files = try TestCertificate(in: directory)
        let server = try ServingProgram(program.store, files)
        let command = ["watch", "--once", "--interval", "1", "--service", server.url]
        let stranger = try program.run(command)
        #expect(stranger.lines.contains { $0.hasPrefix("polls ?") && $0.contains("not trusted") })
        let known = try program.run(command + ["--ca", files.certificate])
        #expect(known.lines.contains { $0.hasPrefix("0 polls/s  0 waiting") }, "\(known.output)")
    }

    @Test("says why there are no polls to a token that is not for all apps")
    func limitedToken() throws {
        let server = try AdminServer(program.store)
        let end = try RunningProgram.run(
            RunningProgram.built("widgetctl"),
            ["watch", "--once", "--interval", "1"],
            environment: [
                "WIDGET_SERVER": server.url,
                "WIDGET_TOKEN": server.token(of: "vi", .viewer, apps: ["aurora-wallpapers"]),
            ]
        )
        #expect(end.status == 0)
        #expect(
            end.output.contains("The polls of all apps are counted together, and this token is not for all"),
            "\(end.output)\(end.errors)"
        )
    }
}

/// A widgetd that serves apps, and ends with its last reference.
private final class ServingProgram {
    let address: ListenAddress
    let url: String
    private let program: RunningProgram

    /// - Parameter files: To serve by TLS.
    init(
        _ store: String,
        at address: ListenAddress = ListenAddress(host: "127.0.0.1", port: 0),
        _ files: TestCertificate? = nil
    ) throws {
        program = try RunningProgram(
            RunningProgram.built("widgetd"),
            ["--store", store, "--unsigned", "--listen", "\(address)", "--json", "--access-log", "off"]
                + (files.map { ["--tls-certificate", $0.certificate, "--tls-key", $0.key] } ?? [])
        )
        while true {
            let line = try #require(try program.errorLine(), "widgetd has ended")
            let event = try JSON(parsing: Array(line.utf8))
            guard event.member("event") == "listening" else { continue }
            url = try #require(event.member("address")?.string)
            let scheme = try #require(url.firstRange(of: "://"))
            self.address = try ListenAddress(parsing: String(url[scheme.upperBound...]))
            break
        }
    }

    func stop() throws {
        program.send(signal: SIGTERM)
        _ = try program.finish()
    }
}
