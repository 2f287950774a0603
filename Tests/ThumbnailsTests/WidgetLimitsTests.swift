import StrictJSON
import Testing
import Thumbnails
import WallpaperManifest

@Suite("The limits of a widget's pictures")
struct WidgetLimitsTests {
    /// The maxima that WidgetKit has reported, each with its widget's size in native pixels; every product is by hand.
    static let reported: [(PixelSize, Double)] = [
        // 141 pt, 173 pt, 155 pt x 3 and 493 px small; 300x136 pt medium of an iPad; medium of 1017x474 px.
        (PixelSize(width: 282, height: 282), 349_905.6),
        (PixelSize(width: 346, height: 346), 526_750.4),
        (PixelSize(width: 465, height: 465), 951_390),
        (PixelSize(width: 493, height: 493), 1_069_415.6),
        (PixelSize(width: 600, height: 272), 718_080),
        (PixelSize(width: 1017, height: 474), 2_121_055.2),
        // 260x120 pt medium of the smallest iPad.
        (PixelSize(width: 520, height: 240), 549_120),
    ]

    @Test("allow 4.4 times the native area, which is what WidgetKit has reported", arguments: reported)
    func area(_ native: PixelSize, _ cap: Double) throws {
        let limits = try Shipped.book().limits
        #expect(limits.exactAreaCap(of: native) == cap)
        #expect(limits.areaCap(of: native) == Int(cap))
    }

    @Test("allow as many pixels an entry as fit into memory less the reserve")
    func memory() throws {
        let limits = try Shipped.book().limits
        // 24,000,000 bytes, 4 a pixel, for one entry and for six.
        #expect(limits.memoryCap(entries: 1) == 6_000_000)
        #expect(limits.memoryCap(entries: 6) == 1_000_000)
        // Six entries of 1092x1146 are 30,034,368 bytes, which is above 30 MB even without a reserve.
        #expect(6 * PixelSize(width: 1092, height: 1146).decodedBytes == 30_034_368)
    }

    @Test(
        "A picture shrinks to the largest of its shape within an area",
        arguments: [
            // sqrt(549,120 x 1092 / 510) = 1084.3; 1084 x 510 / 1092 = 506.3
            (PixelSize(width: 1092, height: 510), 549_120, PixelSize(width: 1084, height: 506)),
            (PixelSize(width: 600, height: 900), 349_905, PixelSize(width: 482, height: 723)),
            (PixelSize(width: 100, height: 100), 10_000, PixelSize(width: 100, height: 100)),
            (PixelSize(width: 100, height: 100), 9_999, PixelSize(width: 99, height: 99)),
        ]
    )
    func shrinking(_ size: PixelSize, _ area: Int, _ wanted: PixelSize) {
        #expect(size.shrunk(toArea: area) == wanted)
    }
}
