import BundleSamples
import ConfigBundle
import ConfigService
import Definitions
import Foundation
import HTTPServer
import ReleaseDesk
import Rollout
import RolloutStore
import SigningKeys
import Synchronization
import TestSupport
import WallpaperManifest
import WidgetGating

@testable import WidgetConfig

/// A store with the six apps of this repository, and the real service on it.
final class LiveServer: Sendable {
    static let app = "minimal-wallpapers"

    let directory: TemporaryDirectory
    let desk: ReleaseDesk
    let keys: KeyRing
    let address: ListenAddress
    private let service: Mutex<ConfigService?>

    init() throws {
        directory = try TemporaryDirectory()
        let store = directory.file("rollout.sqlite")
        desk = ReleaseDesk(store: try SQLiteStore(path: store, access: .create), actor: "test") { Self.now }
        _ = try desk.perform(
            .apply(Definitions(DefinitionFile.all(below: Repository.path))),
            .init(reason: "test")
        )
        keys = KeyRing(directory: directory.file("keys"))
        _ = try keys.create(at: Self.now)
        let service = try Self.serve(store, keys, at: ListenAddress(host: "127.0.0.1", port: 0))
        address = service.address
        self.service = Mutex(service)
    }

    deinit { stop() }

    /// The server's clock is the system's: so is that of `Date`.
    static var now: Instant { Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000)) }

    private static func serve(_ store: String, _ keys: KeyRing, at address: ListenAddress) throws
        -> ConfigService
    {
        var settings = ConfigService.Settings(address: address, storePath: store)
        settings.keyDirectory = keys.directory
        settings.thumbnailDirectory = "\(store).thumbnails"
        return try ConfigService(settings, events: EventLog(.json, clock: { now }) { _ in })
    }

    var waitingCount: Int { service.withLock { $0?.waitingCount ?? 0 } }

    /// Ends it, as an update of the server does; requests under way are answered.
    func stop() {
        service.withLock { service in
            service?.stop(within: .seconds(5))
            service = nil
        }
    }

    /// Starts it again where it was.
    func restart() throws {
        try service.withLock { $0 = try Self.serve(directory.file("rollout.sqlite"), keys, at: address) }
    }

    // MARK: - Changes

    let apps = AppSelection([app])

    /// - Returns: The revision that it made, which is being served.
    @discardableResult
    func kill(_ widget: String = "WallpaperLockWidget", locale: String? = nil) throws -> Int64 {
        let locales = try locale.map { [try LocaleTag(parsing: $0)] }
        let order = KillOrder(widget: widget, scope: Kill.Scope(locales: locales))
        return try served(desk.perform(.kill(order, in: apps), .init(reason: "test")))
    }

    @discardableResult
    func restore(_ widget: String = "WallpaperLockWidget") throws -> Int64 {
        try served(
            desk.perform(
                .restore(KillOrder(widget: widget), everyScope: true, in: apps),
                .init(reason: "test")
            )
        )
    }

    @discardableResult
    func startRollout(_ flag: String, _ schedule: String) throws -> Int64 {
        let schedule = try Schedule(parsing: schedule)
        return try served(
            desk.perform(.startRollout(of: flag, in: apps, schedule: schedule), .init(reason: "test"))
        )
    }

    /// Waits until a change is what clients are sent.
    ///
    /// - Returns: Its revision.
    func served(_ outcome: Outcome) throws -> Int64 {
        let revision = outcome.revision ?? 0
        let isServed = eventually { service.withLock { $0.map { $0.revision >= revision } ?? true } }
        guard isServed else { throw RawClient.Failure("revision \(revision) is not served") }
        return revision
    }

    // MARK: - Wallpapers

    /// The wallpaper job's output folder.
    var thumbnails: String { directory.file("rollout.sqlite.thumbnails") }

    /// Publishes wallpapers of these names as the job does, and records them.
    ///
    /// - Returns: The hash of their manifest, which is being served, as is the bundle that names it.
    @discardableResult
    func publishWallpapers(_ names: String...) throws -> ManifestHash {
        let hash = try writeWallpapers(SampleManifest.make(names, app: Self.app))
        try record(hash)
        let isServed = eventually {
            let body = try? RawClient(address).request("GET", "/v1/apps/\(Self.app)/wallpapers").body
            return body.map { ManifestHash(of: $0) } == hash
        }
        guard isServed else { throw RawClient.Failure("manifest \(hash) is not served") }
        return hash
    }

    /// Writes a manifest and its pictures, without recording it.
    func writeWallpapers(_ manifest: Manifest) throws -> ManifestHash {
        for wallpaper in manifest.wallpapers {
            for variant in wallpaper.variants {
                let bytes = SampleManifest.picture(of: wallpaper.id.text, width: variant.size.width)
                try write(bytes, to: "images/\(variant.file.name)")
            }
        }
        try write(manifest.published, to: "manifests/\(Self.app).json")
        return ManifestHash(of: manifest.published)
    }

    /// Records a manifest, so that bundles name it.
    @discardableResult
    func record(_ hash: ManifestHash) throws -> Int64 {
        let app = try AppID(Self.app)
        return try served(desk.recordWallpapers { [app: hash] })
    }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let file = URL(filePath: "\(thumbnails)/\(name)")
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: .atomic)
    }

    // MARK: - What clients need

    var url: String { "http://\(address)" }

    /// Of all keys that sign now.
    func trust() throws -> BundleTrust {
        .signed(by: try keys.keys().filter { $0.state == .active }.map { BundleKey($0.verifyingKey) })
    }

    /// How many polls were answered so far with that status.
    func answers(_ status: Int) throws -> Int {
        let metrics = try RawClient(address).request("GET", "/metrics").text
        let pattern = try Regex<(Substring, Substring)>(
            "widgetd_http_requests_total\\{[^}]*route=\"config\"[^}]*status=\"\(status)\"[^}]*\\} (\\d+)"
        )
        return metrics.firstMatch(of: pattern).flatMap { Int($0.1) } ?? 0
    }
}
