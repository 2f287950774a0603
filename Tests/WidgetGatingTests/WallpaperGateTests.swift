import BundleSamples
import ConfigBundle
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport
import WallpaperManifest

@testable import WidgetGating

@Suite("What the gate says of wallpapers")
struct WallpaperGateTests {
    private let sample: KeptSample
    private let app: AppID
    private let file: WallpaperFile
    /// Noon by the server, a second earlier by the device.
    private let noon: Instant
    private let today: CivilDate
    private let place = WallpaperPlace(recipe: "small", width: 158, height: 158, scale: 2)

    init() throws {
        sample = try KeptSample()
        app = try AppID("minimal-wallpapers")
        file = WallpaperFile(in: AppGroupDirectory(path: sample.directory.path), app: app)
        noon = try Instant(parsing: "2026-12-01T11:59:59Z")
        today = try CivilDate(parsing: "2026-12-01")
    }

    /// Keeps a bundle that names a manifest, as the app does.
    private func keep(naming manifest: ManifestHash?, flags: [Flag] = []) throws {
        let bytes = try AppConfiguration(
            app: app,
            revision: 50,
            flags: flags,
            widgets: [],
            kills: [],
            wallpapers: manifest
        ).bundleBytes
        let kept = KeptBundle(
            app: app,
            revision: 50,
            bytes: bytes,
            fields: try SignedSample(bundle: bytes, revision: 50, keys: [.sample(1)]).fields,
            entityTag: nil,
            clock: ServerClock(server: noon.adding(seconds: 1), device: noon)
        )
        #expect(try sample.file.write(kept) == .written)
    }

    /// Keeps a manifest and a bundle that names it.
    private func keep(_ manifest: Manifest, flags: [Flag] = []) throws {
        try file.write(manifest.published)
        try keep(naming: ManifestHash(of: manifest.published), flags: flags)
    }

    private func open(region: String? = nil) throws -> WallpaperGate {
        WidgetGate(
            in: AppGroupDirectory(path: sample.directory.path),
            app: app,
            trust: .signed(by: [try .sample(1)]),
            embedded: { nil },
            caller: Context(region: region)
        ).openWallpapers()
    }

    private func answer(on date: CivilDate? = nil, at device: Instant? = nil) throws -> WallpaperAnswer {
        try open().wallpaper(for: place, on: date ?? today, at: device ?? noon)
    }

    // MARK: - What is shown

    @Test("It is the pick of the date, with the smallest of its pictures that is sharp in the place")
    func picked() throws {
        let manifest = try SampleManifest.make((0..<20).map { "wallpaper-\($0)" })
        try keep(manifest)
        var pick = DailyPick(manifest)
        let gate = try open()
        #expect(gate.fault == nil)
        var shown: Set<WallpaperID> = []
        for day in 0..<Int64(8) {
            let date = CivilDate(daysSince1970: today.daysSince1970 + day)
            let answer = gate.wallpaper(for: place, on: date, at: noon)
            let wallpaper = try #require(answer.wallpaper)
            #expect(answer.reason == .picked && wallpaper.id == pick.wallpaper(on: date))
            #expect(manifest.wallpapers.contains(wallpaper))
            // 158 points at 2 are 316 pixels.
            #expect(answer.picture?.size == PixelSize(width: 338, height: 338))
            let bytes = SampleManifest.picture(of: wallpaper.id.text, width: 338)
            #expect(answer.picture?.file.isContent(bytes) == true)
            shown.insert(wallpaper.id)
        }
        #expect(shown.count == 8)
    }

    @Test("A place in which WidgetKit takes no picture has the wallpaper without one")
    func noPicture() throws {
        try keep(SampleManifest.make(["dunes"]))
        for place in [
            WallpaperPlace(recipe: "large", width: 338, height: 354, scale: 3),
            // 338^2 pixels are more than 4.4 times 161^2.
            WallpaperPlace(recipe: "small", width: 161, height: 161, scale: 1),
        ] {
            let answer = try open().wallpaper(for: place, on: today, at: noon)
            #expect(answer.reason == .noPicture && answer.picture == nil)
            #expect(answer.wallpaper?.placeholder == "LEHV6nWB2yk8pyo0adR*.7kCMdnj")
        }
    }

    // MARK: - When

    /// Published from two days before to two days after noon, which is all of the date anywhere.
    @Test(
        "One is shown while it is published by the server's clock, and never before the bundle was confirmed",
        arguments: [(0, true), (1, true), (2, false), (365, false), (-365, true)]
    )
    func clock(days: Int64, isShown: Bool) throws {
        let server = noon.adding(seconds: 1)
        let publication = Publication(
            from: server.adding(seconds: -2 * 86_400),
            until: server.adding(seconds: 2 * 86_400)
        )
        let dunes = try SampleManifest.wallpaper("dunes", publication: publication)
        try keep(Manifest(app: app, wallpapers: [dunes]))
        let answer = try answer(at: noon.adding(seconds: days * 86_400))
        #expect(answer.reason == (isShown ? .picked : .nonePublished))
        #expect(answer.wallpaper == (isShown ? dunes : nil))
    }

    @Test("A date for which none is published has none", arguments: ["2026-11-29", "2026-12-03"])
    func otherDate(text: String) throws {
        let publication = Publication(
            from: try Instant(parsing: "2026-11-29T12:00:00Z"),
            until: try Instant(parsing: "2026-12-03T12:00:00Z")
        )
        try keep(
            Manifest(app: app, wallpapers: [SampleManifest.wallpaper("dunes", publication: publication)])
        )
        #expect(try answer(on: CivilDate(parsing: text)) == WallpaperAnswer(.nonePublished))
        #expect(try answer().reason == .picked)
    }

    // MARK: - Categories

    private func flag(_ value: JSON, inJapan: JSON? = nil) throws -> Flag {
        let rules = inJapan.map {
            [Rule(name: "japan", conditions: [.region(["JP"])], value: .json($0))]
        }
        return Flag(
            key: try FlagKey(WallpaperGate.categoriesFlag),
            defaultValue: .json(value),
            rules: rules ?? []
        )
    }

    private func drawn(region: String? = nil) throws -> Set<String> {
        let gate = try open(region: region)
        return Set(
            (0..<Int64(60)).map { day in
                let date = CivilDate(daysSince1970: today.daysSince1970 + day)
                return gate.wallpaper(for: place, on: date, at: noon).wallpaper?.category?.text ?? "none"
            }
        )
    }

    private func categorised() throws -> Manifest {
        let categories = ["nature", "abstract", nil]
        return Manifest(
            app: app,
            wallpapers: try (0..<30).map {
                try SampleManifest.wallpaper("wallpaper-\($0)", category: categories[$0 % 3])
            }
        )
    }

    @Test(
        "Only the first of the wanted categories that has any is drawn from, as the flag has them for the caller"
    )
    func categories() throws {
        try keep(categorised(), flags: [flag(["seasonal", "abstract", "nature"], inJapan: ["nature"])])
        #expect(try drawn() == ["abstract"] && drawn(region: "JP") == ["nature"])
    }

    @Test(
        "All are drawn from where the flag is not there or names no category that there is",
        arguments: [nil, [], ["none-such", "No name", 5], "abstract", ["abstract": true], .null] as [JSON?]
    )
    func noCategories(value: JSON?) throws {
        try keep(categorised(), flags: value.map { [try flag($0)] } ?? [])
        #expect(try drawn() == ["nature", "abstract", "none"])
    }

    // MARK: - Why none

    @Test("There is none without a bundle, or one that names no manifest")
    func unnamed() throws {
        try file.write(SampleManifest.make(["dunes"]).published)
        #expect(try answer() == WallpaperAnswer(.unnamed))
        try keep(naming: nil)
        #expect(try answer() == WallpaperAnswer(.unnamed))
    }

    @Test("There is none until the app has kept a manifest")
    func notKept() throws {
        try keep(naming: ManifestHash(of: SampleManifest.make(["dunes"]).published))
        #expect(try answer() == WallpaperAnswer(.notKept))
    }

    @Test("A manifest that the bundle does not name is none: an older or newer one, or a damaged one")
    func otherManifest() throws {
        let named = try SampleManifest.make(["dunes"]).published
        try keep(naming: ManifestHash(of: named))
        let damaged = named.dropLast() + [named[named.count - 1] ^ 1]
        for bytes in [
            try SampleManifest.make(["dunes", "fjord"]).published, Array(damaged), Array(named.dropLast()),
            [],
        ] {
            try file.write(bytes)
            #expect(try answer() == WallpaperAnswer(.otherManifest(ManifestHash(of: bytes))))
        }
        try file.write(named)
        #expect(try answer().reason == .picked)
    }

    @Test("A manifest of another app is none, even if the bundle names it")
    func foreign() throws {
        try keep(SampleManifest.make(["dunes"], app: "aurora"))
        let reason = "\(file.path): it is of aurora rather than of minimal-wallpapers"
        #expect(try answer() == WallpaperAnswer(.unreadable(reason)))
    }

    @Test("What the server has written so that it cannot be read is said, wherever it stands")
    func unreadable() throws {
        let text = try SampleManifest.make(["dunes"]).json.text
        for (old, new, message) in [
            ("\"format\":1", "\"format\":2", "format: 2 is above 1"),
            ("\"title\":\"The dunes\",", "", "wallpapers.dunes.title: missing"),
        ] {
            let bytes = Array(text.replacing(old, with: new).utf8)
            try file.write(bytes)
            try keep(naming: ManifestHash(of: bytes))
            #expect(try answer() == WallpaperAnswer(.unreadable("\(file.path): \(message)")))
        }
    }

    @Test("A flag that cannot be read is said as well, since another wallpaper might be meant")
    func unreadableFlag() throws {
        let manifest = try SampleManifest.make(["dunes"]).published
        try file.write(manifest)
        let flag = try flag(["nature"])
        let bundle = try AppConfiguration(
            app: app,
            revision: 50,
            flags: [flag],
            widgets: [],
            kills: [],
            wallpapers: ManifestHash(of: manifest)
        ).bundleBytes
        let text = String(decoding: bundle, as: UTF8.self).replacing("\"json\"", with: "\"poem\"")
        let gate = WidgetGate(
            in: AppGroupDirectory(path: sample.directory.path),
            app: app,
            trust: .signed(by: [try .sample(1)]),
            embedded: { Array(text.utf8) },
            caller: Context()
        )
        let answer = gate.openWallpapers().wallpaper(for: place, on: today, at: noon)
        guard case .unreadable(let reason) = answer.reason else {
            Issue.record("\(answer)")
            return
        }
        #expect(reason.contains("flags.daily_pick_categories.type: unknown"), "\(reason)")
    }

    @Test("A file that is too large, or none, is said, and does not fill the memory")
    func unusableFiles() throws {
        try keep(naming: ManifestHash(of: []))
        #expect(FileManager.default.createFile(atPath: file.path, contents: nil))
        #expect(truncate(file.path, off_t(WallpaperFile.byteLimit + 1)) == 0)
        func expect(_ cause: AppGroupError.Cause) throws {
            let error = AppGroupError(operation: .read, path: file.path, cause: cause)
            #expect(try answer() == WallpaperAnswer(.notRead(error)))
            #expect(throws: error) { try file.hash() }
        }
        try expect(.tooLarge(limit: 4 << 20))
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
        try expect(.notAFile)
    }

    // MARK: - The file

    @Test(
        "A manifest that is kept takes the place of the one before, whatever an interrupted writer has left"
    )
    func writing() throws {
        #expect(try file.hash() == nil)
        let (first, second) = (
            try SampleManifest.make(["a"]).published, try SampleManifest.make(["b"]).published
        )
        try file.write(first)
        try Data("half a mani".utf8).write(to: URL(filePath: file.path + ".new"))
        #expect(try file.hash() == ManifestHash(of: first))
        try file.write(second)
        #expect(try file.hash() == ManifestHash(of: second))
        let files = try FileManager.default.contentsOfDirectory(atPath: sample.directory.path)
        #expect(files.sorted() == ["minimal-wallpapers.lock", "minimal-wallpapers.wallpapers"])
    }

    @Test("One that is larger than would be read is not kept, and what was there stays")
    func tooLarge() throws {
        let manifest = try SampleManifest.make(["a"]).published
        try file.write(manifest)
        #expect(
            throws: AppGroupError(operation: .write, path: file.path, cause: .tooLarge(limit: 4 << 20))
        ) {
            try file.write([UInt8](repeating: 0x20, count: WallpaperFile.byteLimit + 1))
        }
        #expect(try file.hash() == ManifestHash(of: manifest))
    }
}
