import AccessTokens
import AdminService
import ConfigService
import Definitions
import HTTPServer
import ReleaseDesk
import RemoteDesk
import Rollout
import RolloutStore
import TestSupport

/// A store, a server of it, and clients.
final class RemoteFixture: Sendable {
    let directory: TemporaryDirectory
    let store: SQLiteStore
    let service: AdminService
    static let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    /// - Parameter isEmpty: Whether there are no apps yet.
    init(isEmpty: Bool = false, certificate: CertificateFile? = nil) throws {
        directory = try TemporaryDirectory()
        store = try SQLiteStore(path: directory.file("rollout.sqlite"), access: .create)
        if !isEmpty {
            let desk = ReleaseDesk(store: store, actor: "test") { Self.now }
            _ = try desk.perform(.apply(Definitions(DefinitionFile.all(below: Repository.path))), .init())
        }
        var settings = AdminService.Settings(
            address: ListenAddress(host: "127.0.0.1", port: 0),
            storePath: directory.file("rollout.sqlite"),
            clock: { Self.now }
        )
        settings.certificate = certificate
        service = try AdminService(settings, events: EventLog(.text, clock: { Self.now }) { _ in })
    }

    deinit { service.stop(within: .seconds(5)) }

    func token(_ role: Role = .admin, apps: [String] = []) throws -> AccessToken {
        try TokenDesk(store: store, actor: "test") { Self.now }.create(
            .init(name: "mika", role: role, apps: apps)
        ).token
    }

    func client(_ role: Role = .admin, apps: [String] = []) throws -> AdminClient {
        try AdminClient(ServerAddress(parsing: "http://\(service.address)"), token: token(role, apps: apps))
    }

    /// Sets one document, as one command.
    func set(_ app: String, _ kind: String, _ name: String, to text: String?, actor: String = "ana") throws {
        let author = Author(
            actor: actor,
            millisecondsSince1970: 1_800_000_000_123,
            action: "flag set",
            reason: "日付\n"
        )
        _ = try store.change(by: author) { try $0.set(StateKey(app: app, kind: kind, name: name), to: text) }
    }
}
