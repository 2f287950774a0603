import Imaging
import Testing

/// Results are held against Pillow's Lanczos filter on linear light, on decoded pixels.
@Suite("A picture becomes what an independent program makes of it")
struct ReferenceTests {
    private static let pngs = ["", "-interlaced"].flatMap { end in
        [
            "rgb8", "rgb16", "grey1", "grey2", "grey4", "grey8", "grey16", "grey-alpha8", "rgba8", "rgba16",
            "palette1",
            "palette2", "palette4", "palette8", "palette1-transparent", "palette2-transparent",
            "palette4-transparent",
            "palette8-transparent",
        ].map { "png-\($0)\(end)" }
    }

    private static let others = [
        "jpeg", "jpeg-444", "jpeg-422", "jpeg-progressive", "jpeg-progressive-444", "jpeg-restarts",
        "jpeg-arithmetic", "jpeg-arithmetic-progressive", "jpeg-grey",
        "jpeg-grey-progressive", "png-key", "webp", "webp-lossless", "webp-lossless-alpha", "webp-alpha",
        "webp-animated",
    ]

    /// At these scales a decoder shrinks nothing, so only rounding may differ: results are rounded by at most half a
    /// step, and before that light and weights to 15 bits, which near black comes to a quarter of one; weights to 14
    /// where pixels and samples fall together, which comes to a little more.
    private static let renditions: [Rendition] = [
        .png(150, 100), .png(61, 79), .png(130, 40, fit: .focal(x: 0.2, y: 0.9)), .png(300, 310),
        // Where the centre of every third pixel, or of every ninth, falls on that of a sample.
        .png(720, 480), .png(432, 288),
    ]

    @Test("to within a step of eight bits where only we resample", arguments: pngs + others)
    func exact(_ name: String) throws {
        var results: [Pictures.Result] = []
        for rendition in Self.renditions {
            let picture = try #require(try Pictures.renderBothWays(name, rendition).pictures.first)
            #expect((picture.width, picture.height) == (rendition.width, rendition.height))
            results.append(Pictures.Result(name: name, rendition: rendition, bytes: picture.bytes))
        }
        // All of one pyramid, which is looked at where it is in the file.
        let all = Self.renditions
        _ = try Pictures.renderBothWays(name, all[0], all[1], all[2], all[3])
        for (result, difference) in zip(results, try Pictures.differences(results)) {
            let size = "\(result.rendition.width)x\(result.rendition.height)"
            let coincides = [720, 432].contains(result.rendition.width)
            #expect(difference.largest <= (coincides ? 0.9 : 0.75), "\(size): \(difference)")
            // What rounding alone leaves is the root of a twelfth.
            #expect(difference.mean <= 0.32, "\(size): \(difference)")
        }
    }

    @Test(
        "to a step or two where the decoder or the pyramid makes it smaller first",
        arguments: ["jpeg-444", "jpeg-progressive-444", "png-rgb8", "webp-lossless", "png-rgba16"]
    )
    func shrunk(_ name: String) throws {
        var results: [Pictures.Result] = []
        for rendition in [Rendition.png(60, 40), .png(20, 30), .png(12, 8)] {
            let picture = try #require(try Pictures.renderBothWays(name, rendition).pictures.first)
            results.append(Pictures.Result(name: name, rendition: rendition, bytes: picture.bytes))
        }
        for (result, difference) in zip(results, try Pictures.differences(results)) {
            #expect(
                difference.mean <= 2.5,
                "\(result.rendition.width)x\(result.rendition.height): \(difference)"
            )
        }
    }

    @Test(
        "to a few steps through HEIC, which loses some: whole or in tiles, and turned in all ways",
        arguments: ["heic", "heic-grid-turned1", "heic-grid-turned6"] + (1...8).map { "heic-turned\($0)" }
    )
    func heic(_ name: String) throws {
        let rendered = try Pictures.renderBothWays(name, .png(120, 80), .png(61, 79))
        #expect((rendered.source.width, rendered.source.height) == (240, 160))
        let results = zip([Rendition.png(120, 80), .png(61, 79)], rendered.pictures).map {
            Pictures.Result(name: name, rendition: $0, bytes: $1.bytes)
        }
        for difference in try Pictures.differences(results) { #expect(difference.mean <= 3, "\(difference)") }
    }

    @Test("to a step or two among others, when they are made of what is filtered once for all")
    func amongOthers() throws {
        let renditions: [Rendition] = [.png(96, 64), .png(60, 60), .png(61, 39), .png(30, 48), .png(12, 8)]
        let together = try Pictures.renderBothWays(
            "png-rgb8",
            renditions[0],
            renditions[1],
            renditions[2],
            renditions[3],
            renditions[4]
        )
        let results = zip(renditions, together.pictures).map {
            Pictures.Result(name: "png-rgb8", rendition: $0, bytes: $1.bytes)
        }
        for (rendition, difference) in zip(renditions, try Pictures.differences(results)) {
            #expect(difference.mean <= 2.5, "\(rendition.width)x\(rendition.height): \(difference)")
        }
    }

    @Test("the same every time")
    func sameAlways() throws {
        let renditions: [Rendition] = [.png(20, 30), .png(150, 100), .png(60, 40, fit: .attention)]
        let once = try Pictures.render("png-rgb8", renditions[0], renditions[1], renditions[2])
        for _ in 0..<5 {
            #expect(try Pictures.render("png-rgb8", renditions[0], renditions[1], renditions[2]) == once)
        }
    }

    @Test("in scans or in one go, to the byte", arguments: [10, 25, 50, 100, 200])
    func progressive(_ edge: Int) throws {
        let rendition = Rendition.png(edge, edge)
        for (plain, progressive) in [("jpeg", "jpeg-progressive"), ("jpeg-grey", "jpeg-grey-progressive")] {
            #expect(
                try Pictures.render(plain, rendition).pictures
                    == Pictures.render(progressive, rendition).pictures
            )
        }
    }

    @Test("upright, whichever way and wherever it is stored", arguments: 1...8)
    func orientation(_ number: Int) throws {
        var results: [Pictures.Result] = []
        for kind in ["jpeg", "jpeg-progressive", "png", "png-late", "webp"] {
            for rendition in [Rendition.png(150, 100), .png(61, 79, fit: .focal(x: 0.3, y: 0.5))] {
                let name = "\(kind)-turned\(number)"
                let rendered = try Pictures.renderBothWays(name, rendition)
                #expect((rendered.source.width, rendered.source.height) == (240, 160), "\(name)")
                let bytes = try #require(rendered.pictures.first).bytes
                results.append(Pictures.Result(name: name, rendition: rendition, bytes: bytes))
            }
        }
        for (result, difference) in zip(results, try Pictures.differences(results)) {
            #expect(difference.largest <= 0.75, "\(result.name): \(difference)")
        }
    }
}
