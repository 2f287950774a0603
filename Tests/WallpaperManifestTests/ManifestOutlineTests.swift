import BundleSamples
import Rollout
import StrictJSON
import Testing
import TestSupport
import WallpaperManifest

@Suite("The outline of a manifest")
struct ManifestOutlineTests {
    /// Names that JSON writes with escapes, and some that sort differently by bytes and by letters.
    private static let names = [
        "dunes", "Über \"uns\"", "a\\b", "a", "e\u{301}te", "山", "Z-1", "z 2", "\u{7F}x", "[{\"x\":",
    ]

    private static func random(_ random: inout SeededGenerator) throws -> Manifest {
        let names = Self.names.filter { _ in Bool.random(using: &random) }.compactMap { name in
            (try? WallpaperID(name)).map(\.text)
        }
        let wallpapers = try names.shuffled(using: &random).map { name in
            let from = Int64.random(in: 0..<2_000_000_000, using: &random)
            return try SampleManifest.wallpaper(
                name,
                category: ["nature", "abstract", nil].randomElement(using: &random) ?? nil,
                publication: Publication(
                    from: Bool.random(using: &random) ? Instant(millisecondsSince1970: from * 1000) : nil,
                    until: Bool.random(using: &random)
                        ? Instant(millisecondsSince1970: (from + 86_400) * 1000) : nil
                ),
                widths: [338, 531, 120].filter { _ in Bool.random(using: &random) }
            )
        }
        return Manifest(app: try AppID("minimal-wallpapers"), wallpapers: wallpapers)
    }

    @Test(
        "gives of each wallpaper what reading all gives, however it is named and written",
        arguments: 0..<50
    )
    func same(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let manifest = try Self.random(&random)
        let text = manifest.json.text
        // Spaces between all that may have them, and keys in another order.
        let spread = text.replacing("\":", with: "\" :\n ").replacing(",\"", with: " , \"")
        for bytes in [manifest.published, Array(spread.utf8)]
        where (try? Manifest(parsing: bytes, file: "m")) == manifest {
            let outline = try ManifestOutline(parsing: bytes, file: "m.json")
            #expect(outline.app == manifest.app, "\(seed)")
            let read = try outline.listings.indices.map { try outline.wallpaper(at: $0) }
            #expect(read.sorted { $0.id < $1.id } == manifest.wallpapers, "\(seed)")
            for (listing, wallpaper) in zip(outline.listings, read) {
                #expect(listing.id == wallpaper.id && listing.category == wallpaper.category)
                #expect(listing.publication == wallpaper.publication)
            }
        }
    }

    @Test("has the same pick of the day", arguments: [[], ["abstract"], ["seasonal", "nature", "abstract"]])
    func picks(categories: [String]) throws {
        let wanted = try categories.map { try WallpaperCategory($0) }
        let wallpapers = try (0..<30).map {
            try SampleManifest.wallpaper("wallpaper-\($0)", category: ["nature", "abstract", nil][$0 % 3])
        }
        let manifest = Manifest(app: try AppID("aurora"), wallpapers: wallpapers)
        let outline = try ManifestOutline(parsing: manifest.published, file: "m.json")
        var whole = DailyPick(manifest, categories: wanted)
        var part = DailyPick(outline.listings, categories: wanted)
        for day in 0..<100 {
            let date = CivilDate(daysSince1970: 20_788 + Int64(day))
            #expect(part.place(on: date).map { outline.listings[$0].id } == whole.wallpaper(on: date))
        }
    }

    @Test(
        "says what is wrong with what every question needs, and where",
        arguments: [
            ("\"format\":1", "\"format\":2", "m.json: format: 2 is above 1"),
            (
                "\"app\":\"minimal-wallpapers\"", "\"app\":\"../x\"",
                "m.json: app: \"../x\" is not an app name"
            ),
            ("\"wallpapers\":{", "\"pictures\":{", "m.json: wallpapers: missing"),
            ("\"wallpapers\":{", "\"wallpapers\":[{", "m.json: line 1, column "),
            (
                "\"title\":\"The dunes\"", "\"category\":\"A b\"",
                "m.json: wallpapers.dunes.category: \"A b\" is not a category"
            ),
            ("\"title\":\"The dunes\"", "\"from\":\"soon\"", "m.json: wallpapers.dunes.from: "),
            (
                "\"dunes\":", "\".dunes\":",
                "m.json: wallpapers[\".dunes\"]: a wallpaper's name has no control characters"
            ),
            ("\"fjord\":", "\"dunes\":", "the key \"dunes\" stands twice"),
        ]
    )
    func faults(old: String, new: String, message: String) throws {
        let text = try SampleManifest.make(["dunes", "fjord"]).json.text
        #expect(text.contains(old))
        #expect {
            try ManifestOutline(parsing: Array(text.replacing(old, with: new).utf8), file: "m.json")
        } throws: { error in
            "\(error)".contains(message)
                ? true
                : {
                    Issue.record("\(error)"); return false
                }()
        }
    }

    @Test("says what is wrong with a wallpaper when it is asked for, and not before")
    func malformedWallpaper() throws {
        let text = try SampleManifest.make(["dunes", "fjord"]).json.text
        let broken = text.replacing("\"title\":\"The dunes\",", with: "")
        let outline = try ManifestOutline(parsing: Array(broken.utf8), file: "m.json")
        let dunes = try #require(outline.listings.firstIndex { $0.id.text == "dunes" })
        #expect(try outline.wallpaper(at: 1 - dunes) == SampleManifest.wallpaper("fjord"))
        #expect(throws: ManifestError.self) { try outline.wallpaper(at: dunes) }
        #expect {
            try outline.wallpaper(at: dunes)
        } throws: {
            "\($0)" == "m.json: wallpapers.dunes.title: missing"
        }
    }
}
