import AccessTokens
import ConfigService
import Definitions
import Foundation
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import TestSupport

@testable import AdminService

/// A store with the six apps of this repository, which goes away with it, and an admin listener on it.
final class AdminFixture: Sendable {
    let directory: TemporaryDirectory
    let store: SQLiteStore
    let service: AdminService
    let clock = TestClock()
    private let recorder = LineRecorder()

    init(adjust: (inout AdminService.Settings) -> Void = { _ in }) throws {
        directory = try TemporaryDirectory()
        let path = directory.file("rollout.sqlite")
        store = try SQLiteStore(path: path, access: .create)
        let clock = clock
        let desk = ReleaseDesk(store: store, actor: "test") { clock.now }
        _ = try desk.perform(.apply(Definitions(DefinitionFile.all(below: Repository.path))), .init())
        var settings = AdminService.Settings(
            address: ListenAddress(host: "127.0.0.1", port: 0),
            storePath: path,
            clock: { clock.now }
        )
        adjust(&settings)
        let recorder = recorder
        service = try AdminService(
            settings,
            events: EventLog(.json, clock: { clock.now }) { recorder.append($0) }
        )
    }

    deinit { service.stop(within: .seconds(5)) }

    /// Has somebody else's approval needed for an override in some apps.
    func demandApproval(in apps: String...) throws {
        let folder = directory.url.appending(path: "definitions")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for part in ["Apps", "Flags"] {
            try FileManager.default.copyItem(
                at: Repository.root.appending(path: part),
                to: folder.appending(path: part)
            )
        }
        for app in apps {
            let file = folder.appending(path: "Apps/\(app).json")
            let text = try String(contentsOf: file, encoding: .utf8)
            try (#"{"approvals": {"flag set": {"count": 1}},"# + text.dropFirst())
                .write(to: file, atomically: true, encoding: .utf8)
        }
        let clock = clock
        let desk = ReleaseDesk(store: store, actor: "test") { clock.now }
        _ = try desk.perform(.apply(Definitions(DefinitionFile.all(below: folder.path))), .init())
    }

    /// The events so far, each as the object that `--json` prints.
    var events: [String] { recorder.all }

    /// A token, as its holder has it.
    func token(_ role: Role = .operator, name: String = "mika", apps: [String] = [], days: Int64? = nil)
        throws
        -> String
    {
        let clock = clock
        let expires = days.map { clock.now.adding(seconds: $0 * 86_400) }
        let desk = TokenDesk(store: store, actor: "test") { clock.now }
        return try desk.create(.init(name: name, role: role, apps: apps, expires: expires)).token.secretText
    }

    func client() throws -> RawClient { try RawClient(service.address) }

    /// One request on a connection of its own.
    func request(
        _ method: String = "GET",
        _ target: String,
        token: String?,
        _ headers: [String: String] = [:],
        body: JSON? = nil
    ) throws -> RawClient.Reply {
        let client = try client()
        try client.send(Self.text(method, target, token: token, headers, body: body?.text))
        guard let reply = try client.reply() else {
            throw RawClient.Failure("no answer to \(method) \(target)")
        }
        return reply
    }

    /// A request as it is sent.
    static func text(
        _ method: String,
        _ target: String,
        token: String?,
        _ headers: [String: String] = [:],
        body: String? = nil
    ) -> String {
        var all = headers
        if let token { all["Authorization"] = all["Authorization"] ?? "Bearer \(token)" }
        if let body {
            all["Content-Type"] = all["Content-Type"] ?? "application/json"
            all["Content-Length"] = "\(body.utf8.count)"
        }
        let lines = all.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n\(body ?? "")"
    }

    /// Posts an operation.
    func post(
        _ operation: JSON,
        order: JSON = [:],
        token: String,
        _ headers: [String: String] = [:]
    ) throws -> RawClient.Reply {
        try request(
            "POST",
            "/admin/v1/operations",
            token: token,
            headers,
            body: ["operation": operation, "order": order]
        )
    }

    static let kill: JSON = [
        "action": "kill", "apps": ["minimal-wallpapers"], "target": "widget", "widget": "WallpaperLockWidget",
    ]
    static let restore: JSON = [
        "action": "restore", "apps": ["minimal-wallpapers"], "target": "widget",
        "widget": "WallpaperLockWidget",
    ]
}

/// Keeps lines.
final class LineRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A clock that stands still until it is set.
final class TestClock: Sendable {
    private let seconds = Mutex<Int64>(1_800_000_000)

    var now: Instant { Instant(millisecondsSince1970: seconds.withLock { $0 } * 1000) }

    func advance(seconds more: Int64) { seconds.withLock { $0 += more } }
}

extension RawClient.Reply {
    /// The body as JSON, strictly read.
    var json: JSON? { try? JSON(parsing: body) }

    /// A member of the body's object.
    subscript(_ name: String) -> JSON? { json?.member(name) }

    var detail: String { self["detail"]?.string ?? "" }
}
