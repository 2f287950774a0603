import Definitions
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import SigningKeys
import StrictJSON
import Synchronization
import TestSupport

@testable import ConfigService

/// A store with the six apps of this repository, in a directory that goes away with it, and a service on it.
final class Fixture: Sendable {
    static let app = "minimal-wallpapers"
    static let config = "/v1/apps/\(app)/config"
    static let kills = "/v1/apps/\(app)/kills"

    let directory: TemporaryDirectory
    let service: ConfigService
    let events: EventRecorder
    let clock: TestClock
    let desk: ReleaseDesk

    /// The keys that sign, one at first.
    let keys: KeyRing

    var storePath: String { directory.file("rollout.sqlite") }

    /// - Parameters:
    ///   - clock: The service's and the desk's.
    ///   - isSigned: Whether there is a key, and the service signs with it.
    ///   - prepare: Changes the store before the service starts.
    init(
        clock: TestClock = TestClock(),
        isSigned: Bool = true,
        adjust: (inout ConfigService.Settings) -> Void = { _ in },
        prepare: (ReleaseDesk) throws -> Void = { _ in }
    ) throws {
        directory = try TemporaryDirectory()
        self.clock = clock
        desk = try Self.makeStore(directory.file("rollout.sqlite"), clock: clock)
        try prepare(desk)
        var settings = ConfigService.Settings(
            address: ListenAddress(host: "127.0.0.1", port: 0),
            storePath: directory.file("rollout.sqlite")
        )
        keys = KeyRing(directory: directory.file("keys"))
        if isSigned {
            _ = try keys.create(at: clock.now)
            settings.keyDirectory = keys.directory
        }
        settings.clock = { clock.now }
        adjust(&settings)
        events = EventRecorder()
        service = try ConfigService(settings, events: events.log)
    }

    deinit { service.stop(within: .seconds(5)) }

    /// A store with the definitions of this repository.
    static func makeStore(_ path: String, clock: TestClock = TestClock()) throws -> ReleaseDesk {
        let desk = ReleaseDesk(store: try SQLiteStore(path: path, access: .create), actor: "test") {
            clock.now
        }
        _ = try desk.perform(
            .apply(Definitions(DefinitionFile.all(below: Repository.path))),
            .init(reason: "test")
        )
        return desk
    }

    func client() throws -> RawClient { try RawClient(service.address) }

    /// One request on a connection of its own.
    func request(_ method: String = "GET", _ target: String, _ headers: [String: String] = [:]) throws
        -> RawClient.Reply
    {
        try client().request(method, target, headers)
    }

    /// Kills the lock-screen widget of the app.
    @discardableResult
    func kill() throws -> Int64? {
        let apps = AppSelection([Self.app])
        return try desk.perform(
            .kill(KillOrder(widget: "WallpaperLockWidget"), in: apps),
            .init(reason: "test")
        )
        .revision
    }

    /// Polls until an answer is as wanted.
    func poll(_ target: String, _ headers: [String: String] = [:], until isWanted: (RawClient.Reply) -> Bool)
        throws
        -> RawClient.Reply?
    {
        let client = try client()
        return try eventually {
            let reply = try client.request("GET", target, headers)
            return isWanted(reply) ? reply : nil
        }
    }
}

extension RawClient.Reply {
    /// The body as JSON, strictly read.
    var json: JSON? { try? JSON(parsing: body) }

    /// A member of the body's object.
    subscript(_ name: String) -> JSON? {
        guard case .object(let members) = json else { return nil }
        return members[name]
    }
}

/// A clock that stands still until it is set.
final class TestClock: Sendable {
    private let moment: Mutex<Instant>

    init(_ text: String = "2026-12-01T00:00:00Z") {
        moment = Mutex((try? Instant(parsing: text)) ?? Instant(millisecondsSince1970: 0))
    }

    var now: Instant { moment.withLock { $0 } }

    func advance(seconds: Int64) { moment.withLock { $0 = $0.adding(seconds: seconds) } }
}

/// Keeps the events of a service, each as the object that `--json` prints.
final class EventRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    var log: EventLog {
        EventLog(.json, clock: { Instant(millisecondsSince1970: 0) }) { line in
            self.lines.withLock { $0.append(line) }
        }
    }

    /// The messages of the events of a name, in order.
    func messages(_ name: String) -> [String] {
        lines.withLock { $0 }.compactMap { line in
            guard case .object(let event)? = try? JSON(parsing: Array(line.utf8)),
                event["event"] == .string(name),
                case .string(let message)? = event["message"]
            else { return nil }
            return message
        }
    }
}
