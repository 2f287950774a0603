import AccessTokens
import Definitions
import Foundation
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import Testing
import TestSupport

/// Where the store is that a test works on: the same must hold for both.
enum Place: String, CaseIterable, CustomTestStringConvertible {
    case here
    /// Behind a widgetd, which is asked by `--server`.
    case there

    var testDescription: String { self == .here ? "on a local store" : "through a server" }
}

/// The program itself, run on a store of its own, which goes away with this object.
final class WidgetctlProcess: Sendable {
    let directory: TemporaryDirectory
    /// nil: the store is used as it lies there.
    private let server: AdminServer?

    /// Where its store is.
    var store: String { directory.file("rollout.sqlite") }

    /// The store, as the program calls it.
    var place: String { server?.url ?? store }

    init(_ place: Place = .here) throws {
        directory = try TemporaryDirectory()
        server = try place == .here ? nil : AdminServer(directory.file("rollout.sqlite"))
    }

    /// With the repository's own definitions applied.
    static func applied(_ place: Place = .here) throws -> WidgetctlProcess {
        let program = try WidgetctlProcess(place)
        try program.succeed("apply")
        return program
    }

    /// The definitions of this repository, where an override in one app needs somebody else's approval.
    func definitionsWithApproval() throws -> URL {
        let copy = directory.url.appending(path: "definitions")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for part in ["Apps", "Flags", "Thumbnails"] {
            try FileManager.default.copyItem(
                at: Repository.root.appending(path: part),
                to: copy.appending(path: part)
            )
        }
        let file = copy.appending(path: "Apps/aurora-wallpapers.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let approvals = #"{"approvals": {"flag set": {"count": 1}},"#
        try (approvals + text.dropFirst()).write(to: file, atomically: true, encoding: .utf8)
        return copy
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - arguments: With a server, what `--actor` says of a command that changes something is said by a token instead.
    ///   - program: One that runs it in turn, such as a shell, and takes the arguments; nil: none.
    ///   - definitions: The folder that holds `Apps/` and `Flags/`.
    ///   - hasReader: Whether anyone reads its output.
    func start(
        _ arguments: [String],
        through program: URL? = nil,
        definitions: URL = Repository.root,
        hasReader: Bool = true
    ) throws -> RunningProgram {
        var environment = [
            "WIDGET_STORE": store, "WIDGET_DEFINITIONS": definitions.path, "WIDGET_ACTOR": "ana",
            "PATH": "/usr/bin:/bin",
        ]
        var arguments = arguments
        if let server {
            var actor = "ana"
            if arguments.first != "history", let mark = arguments.firstIndex(of: "--actor") {
                actor = arguments[mark + 1]
                arguments.removeSubrange(mark...(mark + 1))
            }
            environment["WIDGET_SERVER"] = server.url
            environment["WIDGET_TOKEN"] = try server.token(of: actor)
        }
        return try RunningProgram(
            program ?? RunningProgram.built("widgetctl"),
            arguments,
            environment: environment,
            in: directory.url,
            hasReader: hasReader
        )
    }

    @discardableResult
    func run(_ arguments: String..., definitions: URL = Repository.root) throws -> RunningProgram.End {
        try run(arguments, definitions: definitions)
    }

    @discardableResult
    func run(_ arguments: [String], definitions: URL = Repository.root) throws -> RunningProgram.End {
        try start(arguments, definitions: definitions).finish()
    }

    /// Runs it and expects exit code 0.
    @discardableResult
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
        -> RunningProgram.End
    {
        try succeed(arguments, sourceLocation: sourceLocation)
    }

    /// Runs it and expects exit code 0.
    @discardableResult
    func succeed(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws
        -> RunningProgram.End
    {
        let end = try run(arguments)
        #expect(end.status == 0, "\(arguments): \(end.errors)", sourceLocation: sourceLocation)
        return end
    }
}

/// A widgetd with an admin listener, which ends with its last reference.
final class AdminServer: @unchecked Sendable {
    // Safe to share: the program is only kept, and the tokens are under a lock.
    let url: String
    private let program: RunningProgram
    private let store: String
    private let tokens = Mutex<[String: String]>([:])

    /// Starts it on a store, which is made when there is none.
    init(_ store: String, _ arguments: [String] = []) throws {
        _ = try SQLiteStore(path: store, access: .create)
        self.store = store
        program = try RunningProgram(
            RunningProgram.built("widgetd"),
            [
                "--store", store, "--unsigned", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0",
                "--json",
                "--access-log", "off",
            ] + arguments
        )
        while true {
            let line = try #require(try program.errorLine(), "widgetd has ended")
            let event = try JSON(parsing: Array(line.utf8))
            guard event.member("event") == "admin-listening" else { continue }
            url = try #require(event.member("address")?.string)
            break
        }
    }

    func send(signal: Int32) { program.send(signal: signal) }

    /// A token of an admin, or of another role, of that name.
    func token(of name: String, _ role: Role = .admin, apps: [String] = []) throws -> String {
        let key = ([name, role.rawValue] + apps).joined(separator: "/")
        return try tokens.withLock { tokens in
            if let token = tokens[key] { return token }
            let desk = TokenDesk(store: try SQLiteStore(path: store, access: .write), actor: "test") {
                Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
            }
            let token = try desk.create(.init(name: name, role: role, apps: apps)).token.secretText
            tokens[key] = token
            return token
        }
    }
}
