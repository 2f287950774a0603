import Rollout
import StrictJSON
import Testing
import WallpaperManifest

@Suite("A manifest")
struct ManifestTests {
    private static func variant(_ recipe: String, _ width: Int, _ height: Int, _ digit: Character) throws
        -> Manifest.Variant
    {
        Manifest.Variant(
            recipe: recipe,
            size: PixelSize(width: width, height: height),
            file: try ImageFile(
                hash: String(repeating: digit, count: 64),
                format: .jpg,
                byteCount: 1000 + width
            )
        )
    }

    private static func sample() throws -> Manifest {
        let aurora = Manifest.Wallpaper(
            id: try WallpaperID("aurora"),
            title: "Aurora \"borealis\"",
            category: try WallpaperCategory("nature"),
            publication: Publication(
                from: try Instant(parsing: "2026-12-01T00:00:00Z"),
                until: try Instant(parsing: "2026-12-24T00:00:00Z")
            ),
            placeholder: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
            variants: [
                try variant("small", 531, 531, "b"), try variant("small", 338, 338, "a"),
                try variant("medium", 720, 338, "c"),
            ]
        )
        let plain = Manifest.Wallpaper(
            id: try WallpaperID("Sunset über Köln"),
            title: "Sunset",
            category: nil,
            publication: .always,
            placeholder: "L",
            variants: [try variant("small", 338, 338, "d")]
        )
        return Manifest(app: try AppID("aurora-wallpapers"), wallpapers: [aurora, plain])
    }

    @Test("is read as it was written, and written in one way")
    func roundTrip() throws {
        let manifest = try Self.sample()
        let bytes = manifest.json.canonicalBytes
        #expect(try Manifest(parsing: bytes, file: "m.json") == manifest)
        #expect(
            String(decoding: bytes, as: UTF8.self).hasPrefix(
                #"{"app":"aurora-wallpapers","format":1,"wallpapers":{"Sunset über Köln":{"placeholder":"L","#
                    + #""title":"Sunset","variants":{"small":[{"bytes":1338,"format":"jpg","hash":"dddd"#
            )
        )
    }

    @Test("of a newer job is read as far as it is known, and one that cannot be trusted is refused")
    func strictness() throws {
        let text = try Self.sample().json.text
        let newer = text.replacing("{\"app\"", with: "{\"later\":1,\"app\"")
        #expect(try Manifest(parsing: Array(newer.utf8), file: "m.json") == Self.sample())
        for (old, new, message) in [
            ("\"format\":1", "\"format\":2", "m.json: format: 2 is above 1"),
            ("dddddd", "../../", "is not a hash"), ("\"bytes\":1338", "\"bytes\":0", "0 is below 1"),
            ("\"app\":\"aurora-wallpapers\"", "\"app\":\"../x\"", "is not an app name"),
        ] {
            #expect(text.contains(old))
            #expect {
                try Manifest(parsing: Array(text.replacing(old, with: new).utf8), file: "m.json")
            } throws: {
                "\($0)".contains(message)
            }
        }
    }

    @Test("shows wallpapers by the clock alone, and says when that changes next")
    func publishing() throws {
        let manifest = try Self.sample()
        for (moment, count, next) in [
            ("2026-11-30T00:00:00Z", 1, "2026-12-01T00:00:00Z"),
            ("2026-12-01T00:00:00Z", 2, "2026-12-24T00:00:00Z"),
            ("2026-12-24T00:00:00Z", 1, nil),
        ] {
            let now = try Instant(parsing: moment)
            #expect(manifest.wallpapers(at: now).count == count, "\(moment)")
            #expect(manifest.nextChange(after: now)?.description == next, "\(moment)")
        }
    }

    @Test("gives each place the smallest picture that is sharp there, and none that WidgetKit refuses")
    func choice() throws {
        let wallpaper = try #require(try Self.sample().wallpapers.last)
        func width(_ recipe: String, _ side: Int) -> Int? {
            wallpaper.variant(
                for: WallpaperPlace(recipe: recipe, width: Double(side), height: Double(side), scale: 1)
            )?.size.width
        }
        #expect(wallpaper.id.text == "aurora")
        #expect(width("small", 338) == 338 && width("small", 339) == 531 && width("small", 600) == 531)
        // 338^2 = 114,244 is above 4.4 x 161^2 = 114,052 and below 4.4 x 162^2 = 115,473.
        #expect(width("small", 162) == 338 && width("small", 161) == nil)
        #expect(width("none", 338) == nil)
    }
}
