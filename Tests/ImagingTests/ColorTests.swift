import Imaging
import Testing

/// Patches of one colour, with what they are in sRGB by the standards' matrices and curves, worked out apart from this
/// code: light = curve(value), light in sRGB's primaries = matrix x light, value = curve of IEC 61966-2-1.
@Suite("Colours are converted to sRGB")
struct ColorTests {
    struct Patch: CustomTestStringConvertible {
        let name: String
        let red: Int
        let green: Int
        let blue: Int
        var testDescription: String { name }
    }

    static let patches = [
        // Display P3 200, 100, 50.
        Patch(name: "p3.png", red: 215, green: 93, blue: 31),
        Patch(name: "p3.webp", red: 215, green: 93, blue: 31),
        Patch(name: "p3.jpg", red: 215, green: 93, blue: 31),
        Patch(name: "p3-coded.png", red: 215, green: 93, blue: 31),
        Patch(name: "p3-measured.png", red: 215, green: 93, blue: 31),
        // Beyond sRGB: as red as it goes.
        Patch(name: "p3-red.png", red: 255, green: 0, blue: 0),
        // Transparent: the background, which is white in any primaries.
        Patch(name: "p3-clear.png", red: 255, green: 255, blue: 255),
        // Adobe RGB (1998) 200, 100, 50.
        Patch(name: "adobe.png", red: 227, green: 100, blue: 42),
        Patch(name: "adobe16.png", red: 227, green: 100, blue: 42),
        // BT.2020's primaries with sRGB's curve, 200, 100, 50.
        Patch(name: "bt2020-coded.png", red: 241, green: 76, blue: 29),
        // By the coded data of HEIC alone; BT.2020 200, 100, 50 as above.
        Patch(name: "bt2020-coded.heic", red: 241, green: 76, blue: 29),
        // So Display P3, also behind all that may stand between the size and the colours.
        Patch(name: "p3-coded.heic", red: 215, green: 93, blue: 31),
        Patch(name: "p3-rich.heic", red: 215, green: 93, blue: 31),
        // BT.2020 by the file's own box, which counts more than Display P3 by the coded data.
        Patch(name: "bt2020-boxed.heic", red: 241, green: 76, blue: 29),
        // Light itself, 128, 64, 32.
        Patch(name: "linear.png", red: 188, green: 137, blue: 99),
        Patch(name: "grey-linear.png", red: 137, green: 137, blue: 137),
        // Taken for sRGB.
        Patch(name: "broken-profile.jpg", red: 200, green: 100, blue: 50),
        Patch(name: "wrong-profile.jpg", red: 200, green: 100, blue: 50),
        // Inks by a profile, which says what each is in L*a*b*. Its darkest ink, of L* 10, becomes black, and all other
        // colours move along (black point compensation, ISO 18619).
        Patch(name: "paper.jpg", red: 255, green: 255, blue: 255),
        Patch(name: "cyan.jpg", red: 0, green: 149, blue: 218),
        Patch(name: "magenta.jpg", red: 216, green: 0, blue: 120),
        Patch(name: "yellow.jpg", red: 247, green: 224, blue: 0),
        Patch(name: "black.jpg", red: 25, green: 25, blue: 25),
        Patch(name: "green.jpg", red: 0, green: 141, blue: 62),
        // Inks without one: each takes its light away.
        Patch(name: "paper-plain.jpg", red: 255, green: 255, blue: 255),
        Patch(name: "cyan-plain.jpg", red: 0, green: 255, blue: 255),
        Patch(name: "magenta-plain.jpg", red: 255, green: 0, blue: 255),
        Patch(name: "yellow-plain.jpg", red: 255, green: 255, blue: 0),
        Patch(name: "black-plain.jpg", red: 0, green: 0, blue: 0),
        Patch(name: "green-plain.jpg", red: 0, green: 255, blue: 0),
    ]

    @Test("within two steps", arguments: patches)
    func patch(_ patch: Patch) throws {
        let picture = try #require(
            try Pictures.render(patch.name, .png(8, 8), limits: .generous).pictures.first
        )
        let wanted = [patch.red, patch.green, patch.blue]
        let pixels = try Pictures.pixels(picture.bytes)
        #expect(pixels.count == 64)
        let wrong = pixels.filter { pixel in
            zip(pixel, wanted).contains { abs(Int($0) - $1) > 2 }
        }
        #expect(wrong.isEmpty, "instead of \(wanted)")
    }

    @Test("and the facts say from what")
    func facts() throws {
        func color(_ name: String) throws -> ColorFact {
            try Pictures.render(name, limits: .generous).source.color
        }
        #expect(try color("jpeg") == .assumed)
        #expect(try color("p3.png") == .converted("Test"))
        #expect(try color("cyan.jpg") == .converted("Test"))
        #expect(try color("p3-coded.png") == .converted("H.273 primaries 12, transfer 13"))
        #expect(try color("bt2020-coded.heic") == .converted("H.273 primaries 9, transfer 13"))
        #expect(try color("p3-coded.heic") == .converted("H.273 primaries 12, transfer 13"))
        #expect(try color("bt2020-boxed.heic") == .converted("H.273 primaries 9, transfer 13"))
        #expect(try color("p3-measured.png") == .converted("gamma and primaries"))
        #expect(try color("broken-profile.jpg") == .unusable("it is not an ICC profile"))
        #expect(try color("wrong-profile.jpg") == .unusable("it is for another kind of values"))
    }

    @Test("but a high range of light, which sRGB cannot hold, is refused")
    func highRange() throws {
        #expect(throws: ImagingError.unsupported(.png, "its range of light is high (PQ)")) {
            try Pictures.render("pq-coded.png", .png(8, 8))
        }
    }

    @Test("and those that are beyond all bounds do no harm")
    func unbounded() throws {
        let rendered = try Pictures.render("boundless.png", .png(8, 8))
        #expect(rendered.source.color == .converted("Test"))
        let pixels = try Pictures.pixels(try #require(rendered.pictures.first).bytes)
        #expect(pixels.count == 64 && pixels.allSatisfy { $0[0] == 255 })
    }

    @Test("and what is transparent shows the background")
    func background() throws {
        let limits = ImageLimits(background: Color(red: 10, green: 200, blue: 30))
        let picture = try #require(
            try Pictures.render("p3-clear.png", .png(4, 4), limits: limits).pictures.first
        )
        let pixels = try Pictures.pixels(picture.bytes)
        #expect(pixels.count == 16 && pixels.allSatisfy { $0 == [10, 200, 30] })
    }
}
