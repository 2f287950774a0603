import ConfigBundle
import Cryptography
import Definitions
import Foundation
import LiveState
import Publishing
import ReleaseDesk
import Rollout
import RolloutStore
import SigningKeys
import StaticExport
import StrictJSON
import Synchronization
import Testing
import TestSupport

/// A store with the six apps of this repository, a key, and a directory to publish to, all of which go away with it.
final class Fixture: Sendable {
    static let app = "minimal-wallpapers"

    let temporary: TemporaryDirectory
    let desk: ReleaseDesk
    let keys: KeyRing
    /// Seconds after 2026-12-01T00:00:00Z.
    private let seconds = Mutex<Int64>(0)

    static let start: Int64 = 1_796_083_200

    /// Where it is published to; not there at first.
    var directory: String { temporary.file("out") }

    init() throws {
        temporary = try TemporaryDirectory()
        let store = try SQLiteStore(path: temporary.file("rollout.sqlite"), access: .create)
        let moment = Instant(millisecondsSince1970: Self.start * 1000)
        desk = ReleaseDesk(store: store, actor: "test") { moment }
        _ = try desk.perform(
            .apply(Definitions(DefinitionFile.all(below: Repository.path))),
            .init(reason: "test")
        )
        keys = KeyRing(directory: temporary.file("keys"))
        _ = try keys.create(at: moment)
    }

    var now: Int64 { Self.start + seconds.withLock { $0 } }

    func advance(days: Int64) { seconds.withLock { $0 += days * 86_400 } }

    func export(unsigned: Bool = false, readsPictures: Bool = false) throws -> StaticExport {
        StaticExport(
            directory: directory,
            signer: Signer(unsigned ? [] : try keys.requiredSigningKeys()),
            pruneAfter: 7 * 86_400,
            thumbnails: temporary.file("thumbnails"),
            readsPictures: readsPictures,
            holder: "a test"
        ) { [self] in Instant(millisecondsSince1970: now * 1000) }
    }

    @discardableResult
    func publish(unsigned: Bool = false, readsPictures: Bool = false) throws -> ExportReport {
        try export(unsigned: unsigned, readsPictures: readsPictures).publish(desk.store)
    }

    /// Kills the lock-screen widget of the app for a locale.
    @discardableResult
    func kill(_ locale: String) throws -> Int64 {
        let scope = Kill.Scope(locales: [try LocaleTag(parsing: locale)])
        let order = KillOrder(widget: "WallpaperLockWidget", scope: scope)
        let outcome = try desk.perform(.kill(order, in: AppSelection([Self.app])), .init(reason: "test"))
        return try #require(outcome.revision)
    }

    // MARK: - Wallpapers

    /// Publishes wallpapers of one picture each as the job does, and records them.
    ///
    /// - Returns: The names of the pictures, by wallpaper.
    @discardableResult
    func publishWallpapers(_ pictures: [String: [UInt8]]) throws -> [String: String] {
        var names: [String: String] = [:]
        var entries: [String: JSON] = [:]
        for (id, bytes) in pictures {
            let hash = SHA256.hash(bytes).hexadecimal
            names[id] = "\(hash).jpg"
            try write(bytes, to: "images/\(hash).jpg")
            let variant: JSON = [
                "bytes": .integer(Int64(bytes.count)), "format": "jpg", "hash": .string(hash),
                "size": [8, 8],
            ]
            entries[id] = [
                "title": .string(id), "placeholder": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
                "variants": ["small": [variant]],
            ]
        }
        let manifest: JSON = ["app": .string(Self.app), "format": 1, "wallpapers": .object(entries)]
        try write(manifest.canonicalBytes, to: "manifests/\(Self.app).json")
        let hash = try ManifestHash(SHA256.hash(manifest.canonicalBytes).hexadecimal)
        let app = try AppID(Self.app)
        _ = try desk.recordWallpapers { [app: hash] }
        return names
    }

    /// Lets the app have none any more.
    func removeWallpapers() throws {
        let author = Author(actor: "test", millisecondsSince1970: 0, action: "test", reason: "")
        _ = try desk.store.change(by: author) { try $0.set(.wallpapers(of: Self.app), to: nil) }
    }

    /// Puts a file into the job's folder.
    func write(_ bytes: [UInt8], to name: String) throws {
        let file = URL(filePath: "\(temporary.file("thumbnails"))/\(name)")
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: file, options: .atomic)
    }

    // MARK: - What is published

    func path(_ name: String, of app: String = app) -> String { "\(directory)/v1/apps/\(app)/\(name)" }

    func bytes(_ name: String, of app: String = app) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: path(name, of: app))))
    }

    func pointer(of app: String = app) throws -> BundlePointer {
        try BundlePointer(parsing: bytes(BundlePointer.name, of: app))
    }

    /// The published files, from the directory, each with what tells whether it has been touched.
    func files() throws -> [String: FileState] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: directory).filter {
            $0.hasPrefix("v1/")
        }
        var files: [String: FileState] = [:]
        for name in names {
            var status = stat()
            try #require(lstat("\(directory)/\(name)", &status) == 0)
            guard status.st_mode & S_IFMT == S_IFREG else { continue }
            files[name] = FileState(node: status.st_ino, modified: Int64(status.st_mtim.tv_sec))
        }
        return files
    }

    struct FileState: Equatable {
        let node: ino_t
        let modified: Int64
    }
}

extension ExportReport {
    func state(of app: String) -> App.State? { apps.first { $0.name == app }?.state }
}
