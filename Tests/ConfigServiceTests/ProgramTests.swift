import Foundation
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

/// A running widgetd.
private final class Widgetd {
    private let program: RunningProgram

    init(_ arguments: String...) throws {
        program = try RunningProgram(RunningProgram.built("widgetd"), arguments)
    }

    /// The next line on standard error; nil at its end.
    func line() throws -> String? { try program.errorLine() }

    /// Waits for the ready line and reads the address off it.
    func address() throws -> ListenAddress {
        let line = try #require(try self.line())
        let match = try #require(
            try /.* listening on http:\/\/(127\.0\.0\.1:\d+), 6 apps at revision 42/.wholeMatch(in: line),
            "\(line)"
        )
        return try ListenAddress(parsing: String(match.1))
    }

    func send(signal: Int32) { program.send(signal: signal) }

    func finish() throws -> RunningProgram.End { try program.finish() }
}

@Suite struct ProgramTests {
    private let directory: TemporaryDirectory
    private var store: String { directory.file("rollout.sqlite") }

    init() throws {
        directory = try TemporaryDirectory()
        _ = try Fixture.makeStore(directory.file("rollout.sqlite"))
    }

    private func widgetd() throws -> Widgetd {
        try Widgetd("--store", store, "--listen", "127.0.0.1:0", "--unsigned")
    }

    @Test("The programs have the version that the list of changes is at")
    func version() throws {
        let changes = try Repository.text("CHANGELOG.md")
        for program in ["widgetd", "widgetctl"] {
            let end = try RunningProgram.run(RunningProgram.built(program), ["--version"])
            let version = try #require(end.output.split(whereSeparator: \.isWhitespace).last)
            #expect(changes.contains("\n## \(version) "), "\(program) \(version)")
        }
    }

    @Test(
        "It does not start where tokens could be read on their way, or with half of what goes together",
        arguments: [
            (["--admin-listen", "0.0.0.0:0"], "would have tokens read on their way"),
            (["--admin-listen", "[::]:0"], "would have tokens read on their way"),
            (["--admin-behind-proxy"], "--admin-behind-proxy goes with --admin-listen"),
            (["--tls-key", "a.key"], "--tls-certificate and --tls-key go together"),
            (["--admin-listen", "127.0.0.1:0", "--admin-tls-certificate", "a"], "go together"),
        ]
    )
    func administration(_ arguments: [String], _ complaint: String) throws {
        let end = try RunningProgram.run(
            RunningProgram.built("widgetd"),
            ["--store", store, "--listen", "127.0.0.1:0", "--unsigned"] + arguments
        )
        #expect(end.status == 2)
        #expect(end.errors.contains(complaint), "\(end.errors)")
    }

    /// How many files it may have open when it has been started with less.
    private func openFileLimit(_ arguments: [String], isReady line: String) throws -> Int {
        let program = try RunningProgram(
            URL(filePath: "/bin/sh"),
            [
                "-c", "ulimit -Sn 100; exec \"$@\"", "sh", RunningProgram.built("widgetd").path, "--store",
                store,
                "--listen", "127.0.0.1:0", "--unsigned", "--max-connections", "1000",
            ] + arguments
        )
        while let next = try program.errorLine(), !next.contains(line) {}
        let limits = try String(contentsOfFile: "/proc/\(program.processIdentifier)/limits", encoding: .utf8)
        let row = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max open files") })
        return try #require(row.split(separator: " ").dropFirst(3).first.flatMap { Int($0) })
    }

    @Test("It has room for the connections of both of its listeners at once")
    func openFiles() throws {
        let one = try openFileLimit([], isReady: "listening on")
        // Those that are turned away included.
        #expect(one >= 1000 + 500)
        let both = try openFileLimit(["--admin-listen", "127.0.0.1:0"], isReady: "administration on")
        #expect(both >= one + 256 + 64)
    }

    @Test("It says when it is ready, serves, and ends with 0 on a signal", arguments: [SIGTERM, SIGINT])
    func signals(_ signal: Int32) throws {
        let widgetd = try widgetd()
        let client = try RawClient(try widgetd.address())
        #expect(try client.request("GET", Fixture.config).status == 200)
        widgetd.send(signal: signal)
        let end = try widgetd.finish()
        #expect(end.status == 0)
        #expect(end.errors.contains(signal == SIGINT ? "stopping on SIGINT" : "stopping on SIGTERM"))
        #expect(end.errors.contains("stopped after 1 request\n"))
        #expect(end.lines.count == 1)
        let line = try JSON(parsing: Array(#require(end.lines.first).utf8))
        #expect(line.member("path") == .string(Fixture.config) && line.member("status") == 200)
    }

    @Test("A second signal ends it at once, though a request is under way")
    func secondSignal() throws {
        let widgetd = try widgetd()
        let address = try widgetd.address()
        let client = try RawClient(address)
        // A request whose body never comes keeps the first signal waiting.
        try client.send("POST /v1/apps HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n")
        // The server takes connections in order, so it has seen that one when it answers the next.
        #expect(try RawClient(address).request("GET", "/healthz").status == 200)
        widgetd.send(signal: SIGTERM)
        #expect(try widgetd.line()?.hasSuffix("stopping on SIGTERM") == true)
        widgetd.send(signal: SIGTERM)
        let end = try widgetd.finish()
        #expect(end.status == -SIGTERM)
    }

    /// Kills the lock-screen widget in another process; its exit code.
    private func killWidget() throws -> Int32 {
        try RunningProgram.run(
            RunningProgram.built("widgetctl"),
            ["kill", Fixture.app, "WallpaperLockWidget", "--reason", "test", "--store", store]
        )
        .status
    }

    @Test("A change made by another process is in the next polls")
    func otherProcess() throws {
        let widgetd = try widgetd()
        let client = try RawClient(try widgetd.address())
        let before = try client.request("GET", Fixture.config)
        #expect(try killWidget() == 0)
        let tag = try #require(before.header("ETag"))
        let after = try eventually {
            let reply = try client.request("GET", Fixture.config, ["If-None-Match": tag])
            return reply.status == 200 ? reply : nil
        }
        #expect(after?.header("Widget-Revision") == "43")
    }

    /// What is done to the store's files under a running widgetd.
    enum Mishap: CaseIterable {
        case logFilesDeleted, logCutShort, indexCutShort, databaseCutShort, databaseOverwritten,
            pipeInItsPlace

        var leavesAStore: Bool {
            switch self {
            case .logFilesDeleted, .logCutShort, .indexCutShort: true
            case .databaseCutShort, .databaseOverwritten, .pipeInItsPlace: false
            }
        }

        func befall(_ store: String) throws {
            switch self {
            case .logFilesDeleted: for suffix in ["-wal", "-shm"] { #expect(unlink(store + suffix) == 0) }
            case .logCutShort: #expect(truncate(store + "-wal", 0) == 0)
            case .indexCutShort: #expect(truncate(store + "-shm", 0) == 0)
            case .databaseCutShort: #expect(truncate(store, 0) == 0)
            case .databaseOverwritten:
                // The log too: what it has is read from there, and may by chance be all that is looked at.
                for path in [store, store + "-wal"] {
                    let file = try FileHandle(forWritingTo: URL(filePath: path))
                    try file.write(contentsOf: Data(repeating: 0x55, count: 10_000))
                }
            case .pipeInItsPlace:
                #expect(unlink(store) == 0)
                #expect(mkfifo(store, 0o600) == 0)
            }
        }
    }

    @Test(
        "Whatever befalls the store's files, it goes on, and never says ready where kills do not arrive",
        arguments: Mishap.allCases
    )
    func mishap(_ mishap: Mishap) throws {
        let widgetd = try widgetd()
        let client = try RawClient(try widgetd.address())
        // Something is in the log.
        #expect(try killWidget() == 0)
        func poll(until isWanted: (RawClient.Reply) -> Bool, _ target: String) throws -> RawClient.Reply? {
            try eventually {
                let reply = try client.request("GET", target)
                return isWanted(reply) ? reply : nil
            }
        }
        #expect(try poll(until: { $0.header("Widget-Revision") == "43" }, Fixture.config) != nil)
        try mishap.befall(store)
        if mishap.leavesAStore {
            // Without what was lost with the log, or with it: what the command makes of the store is what is served.
            // With the log cut short, commands fail until widgetd has let go of what it knew of the log.
            #expect(try eventually { try killWidget() == 0 ? true : nil } == true)
            let wanted = try SQLiteStore(path: store, access: .write).revision()
            #expect(
                try poll(until: { $0["revision"] == .integer(wanted) && $0["status"] == "ready" }, "/readyz")
                    != nil
            )
            #expect(try client.request("GET", Fixture.kills).text.contains("WallpaperLockWidget"))
        } else {
            #expect(try poll(until: { $0["store"] == "failing" }, "/readyz") != nil)
            #expect(try client.request("GET", Fixture.config).header("Widget-Revision") == "43")
            #expect(unlink(store) == 0)
            for suffix in ["-wal", "-shm"] { #expect(unlink(store + suffix) == 0 || errno == ENOENT) }
            _ = try Fixture.makeStore(store)
            #expect(try poll(until: { $0["revision"] == 42 && $0["status"] == "ready" }, "/readyz") != nil)
        }
        widgetd.send(signal: SIGTERM)
        #expect(try widgetd.finish().status == 0)
    }

    @Test("A port in use is one clear line and exit code 4")
    func portInUse() throws {
        let first = try widgetd()
        let address = try first.address()
        let second = try Widgetd("--store", store, "--listen", "\(address)", "--unsigned")
        let end = try second.finish()
        #expect(end.status == 4)
        #expect(
            end.errors
                == "widgetd: cannot listen on \(address): Address already in use; stop the program that listens "
                + "there, or choose another port\n"
        )
    }

    @Test("A missing store is one clear line and exit code 3")
    func missingStore() throws {
        let end = try Widgetd("--store", "\(directory.path)/none", "--listen", "127.0.0.1:0", "--unsigned")
            .finish()
        #expect(end.status == 3)
        #expect(
            end.errors
                == "widgetd: \(directory.path)/none: there is no store here; go to the folder that has it, or name it "
                + "with --store or WIDGET_STORE; a lost one comes back by `widgetctl restore-backup`; where there never was one `widgetctl apply` makes it\n"
        )
    }

    @Test("A file that is no store is one clear line and exit code 3")
    func notAStore() throws {
        let path = directory.file("text")
        try Data("not a database, though long enough to look at".utf8).write(to: URL(filePath: path))
        let end = try Widgetd("--store", path, "--listen", "127.0.0.1:0", "--unsigned").finish()
        #expect(end.status == 3)
        #expect(end.errors.hasPrefix("widgetd: \(path): not a Widget Rollout store: "))
        #expect(end.errors.count { $0 == "\n" } == 1)
    }

    @Test("Without a key it does not start; with one that widgetctl has made it signs")
    func keys() throws {
        let keys = directory.file("keys")
        let end = try Widgetd("--store", store, "--listen", "127.0.0.1:0", "--keys", keys).finish()
        #expect(
            end
                == .init(
                    status: 5,
                    output: "",
                    errors:
                        "widgetd: \(keys): no key is active; `widgetctl keys create` makes one, and --unsigned does "
                        + "without\n"
                )
        )
        let creation = try RunningProgram.run(
            RunningProgram.built("widgetctl"),
            ["keys", "create", "--keys", keys, "--json"]
        )
        let key = try JSON(parsing: Array(creation.output.utf8))
        guard case .string(let id)? = key.member("id") else { throw RawClient.Failure(creation.errors) }
        let widgetd = try Widgetd("--store", store, "--listen", "127.0.0.1:0", "--keys", keys)
        let reply = try RawClient(try widgetd.address()).request("GET", Fixture.config)
        #expect(reply.header("Signature")?.hasPrefix("k\(id)=:") == true)
        #expect(chmod(keys, 0o755) == 0)
        let open = try Widgetd("--store", store, "--listen", "127.0.0.1:0", "--keys", keys).finish()
        #expect(open.status == 5 && open.errors.contains("chmod 700 \(keys)"))
    }

    @Test(
        "A wrong command line is exit code 2",
        arguments: [
            ["--listen", "8080"], ["--max-age", "-1"], ["--max-age", "soon"], ["--access-log", "xml"],
            ["--max-connections", "0"], ["--port", "80"], ["serve"],
        ]
    )
    func usage(_ arguments: [String]) throws {
        let end = try RunningProgram.run(RunningProgram.built("widgetd"), arguments)
        #expect(end.status == 2)
        #expect(end.errors.hasPrefix("widgetd: ") && end.errors.hasSuffix("See 'widgetd --help'.\n"))
    }

    @Test("With --json the ready line is an object")
    func jsonEvents() throws {
        let widgetd = try Widgetd(
            "--store",
            store,
            "--listen",
            "127.0.0.1:0",
            "--unsigned",
            "--json",
            "--access-log",
            "off"
        )
        let line = try #require(try widgetd.line())
        let event = try JSON(parsing: Array(line.utf8))
        #expect(event.member("event") == "listening")
        #expect(event.member("apps") == 6 && event.member("revision") == 42)
        widgetd.send(signal: SIGTERM)
        #expect(try widgetd.finish().output == "")
    }

    @Test("Ten thousand pictures on one connection leave no memory and no file behind")
    func pictures() throws {
        let published = try PublishedWallpapers()
        let pictures = Dictionary(
            uniqueKeysWithValues: (0..<20).map { ("w\($0)", PublishedWallpapers.picture($0)) }
        )
        let large = PublishedWallpapers.picture(20, count: 4_000_000)
        let (manifest, all) = try published.publish(pictures.merging(["large": large]) { first, _ in first })
        let names = all.filter { $0.key != "large" }
        let store = try SQLiteStore(path: store, access: .write)
        try ReleaseDesk(store: store, actor: "test") { Instant(millisecondsSince1970: 0) }.record(manifest)
        let program = try RunningProgram(
            RunningProgram.built("widgetd"),
            [
                "--store", self.store, "--listen", "127.0.0.1:0", "--unsigned", "--access-log", "off",
                "--thumbnails", published.path,
            ]
        )
        let line = try #require(try program.errorLine())
        let match = try #require(try /.* on http:\/\/(127\.0\.0\.1:\d+), .*/.wholeMatch(in: line), "\(line)")
        let client = try RawClient(try ListenAddress(parsing: String(match.1)))
        let requests = names.map { (path: "/v1/apps/\(Fixture.app)/thumbnails/\($0.value)", id: $0.key) }
        func ask(_ count: Int) throws {
            for number in 0..<count {
                let request = requests[number % requests.count]
                let reply = try client.request("GET", request.path)
                #expect(reply.status == 200 && reply.body.count == pictures[request.id]?.count)
            }
        }
        try ask(1000)
        let before = try program.residentBytes
        try ask(10_000)
        #expect(try program.residentBytes - before < 2_000_000)
        // Sent by the kernel, and not read piece by piece.
        let readCount = try program.readCount
        let largePath = try "/v1/apps/\(Fixture.app)/thumbnails/\(#require(all["large"]))"
        #expect(try client.request("GET", largePath).body == large)
        let reads = try program.readCount - readCount
        #expect(reads < 300, "\(reads) reads")
        let open = try program.openFiles.count { $0.hasPrefix(published.path) }
        // One each, and the folder.
        #expect((21...22).contains(open))
        program.send(signal: SIGTERM)
        #expect(try program.finish().status == 0)
    }
}
