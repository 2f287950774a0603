import Rollout
import Testing
import WallpaperManifest

@Suite("A place for a wallpaper")
struct WallpaperPlaceTests {
    typealias Case = (
        points: (Double, Double), scale: Double, magnification: Double, native: String, wanted: String
    )

    static let cases: [Case] = [
        // Small widgets of an iPhone 15 and an SE, and a Lock Screen's circle.
        ((158, 158), 3, 1, "474x474", "474x474"),
        ((148, 148), 2, 1, "296x296", "296x296"),
        ((76, 76), 3, 1.5, "228x228", "342x342"),
        ((140.5, 140.25), 2, 1, "281x281", "281x281"),
        // What makes no sense still is a size.
        ((0, -3), 3, 1, "1x1", "1x1"),
        ((.nan, .infinity), 2, 1, "1x8192", "1x8192"),
        ((158, 158), .nan, .infinity, "1x1", "8192x8192"),
    ]

    @Test(
        "has as many pixels as its points at its scale, more where the system scales it up",
        arguments: cases.indices
    )
    func pixels(index: Int) {
        let test = Self.cases[index]
        let place = WallpaperPlace(
            recipe: "small",
            width: test.points.0,
            height: test.points.1,
            scale: test.scale,
            magnification: test.magnification
        )
        #expect("\(place.native)" == test.native && "\(place.wanted)" == test.wanted)
    }
}

@Suite("A picture's file")
struct ImageFileTests {
    /// SHA-256 of `abc`: FIPS 180-4, first example.
    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test(
        "knows its content",
        arguments: [
            ("abc", 3, true), ("abd", 3, false), ("abc", 4, false), ("", 3, false), ("abcd", 3, false),
        ]
    )
    func content(text: String, count: Int, isContent: Bool) throws {
        let file = try ImageFile(hash: Self.abc, format: .png, byteCount: count)
        #expect(file.name == "\(Self.abc).png")
        #expect(file.isContent(Array(text.utf8)) == isContent)
    }
}
