import Cryptography
import Foundation
import ReleaseDesk
import Rollout
import StrictJSON
import TestSupport

/// An output folder of the wallpaper job, made by hand, that goes away with it.
final class PublishedWallpapers: Sendable {
    private let directory: TemporaryDirectory
    var path: String { directory.file("thumbnails") }

    init() throws {
        directory = try TemporaryDirectory()
        for folder in ["images", "manifests"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory.file("thumbnails"))/\(folder)",
                withIntermediateDirectories: true
            )
        }
    }

    /// Publishes wallpapers of one picture each, as the job does; they are not recorded.
    ///
    /// - Returns: The hash of the manifest, and the names of the pictures.
    @discardableResult
    func publish(_ wallpapers: [String: [UInt8]], format: String = "jpg", of app: String = Fixture.app) throws
        -> (manifest: ManifestHash, pictures: [String: String])
    {
        var names: [String: String] = [:]
        let entries = try wallpapers.map { id, bytes -> (String, JSON) in
            let hash = SHA256.hash(bytes).hexadecimal
            names[id] = "\(hash).\(format)"
            try write(bytes, to: "images/\(hash).\(format)")
            let variant: JSON = [
                "bytes": .integer(Int64(bytes.count)), "format": .string(format), "hash": .string(hash),
                "size": [338, 338],
            ]
            let wallpaper: JSON = [
                "title": .string(id), "placeholder": "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
                "variants": ["small": [variant]],
            ]
            return (id, wallpaper)
        }
        let manifest: JSON = [
            "app": .string(app), "format": 1,
            "wallpapers": .object(Dictionary(uniqueKeysWithValues: entries)),
        ]
        let bytes = manifest.canonicalBytes
        try write(bytes, to: "manifests/\(app).json")
        return (try ManifestHash(SHA256.hash(bytes).hexadecimal), names)
    }

    /// Puts a file in place as a whole.
    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"), options: .atomic)
    }

    /// So many bytes that are no others'.
    static func picture(_ number: Int, count: Int = 20_000) -> [UInt8] {
        var random = SeededGenerator(seed: UInt64(number))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}

extension ReleaseDesk {
    /// Records a manifest, as the job does.
    func record(_ manifest: ManifestHash, of app: String = Fixture.app) throws {
        let app = try AppID(app)
        _ = try recordWallpapers { [app: manifest] }
    }
}
