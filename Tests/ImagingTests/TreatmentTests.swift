import Foundation
import Imaging
import Testing

@Suite("What is done to the pixels")
struct TreatmentTests {
    @Test("dimming takes light away, and the darkest pixels with it")
    func dimmed() throws {
        let dimming = Dimming(brightness: 0.5, blackPoint: 0.02)
        let rendered = try Pictures.render(
            "png-rgb8",
            .png(120, 80),
            .png(120, 80, treatment: .dimmed(dimming))
        )
        let plain = try Pictures.pixels(rendered.pictures[0].bytes)
        let dim = try Pictures.pixels(rendered.pictures[1].bytes)
        func light(_ value: UInt8) -> Double {
            let part = Double(value) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        func luminance(_ pixel: [UInt8]) -> Double {
            0.2126 * light(pixel[0]) + 0.7152 * light(pixel[1]) + 0.0722 * light(pixel[2])
        }
        for (before, after) in zip(plain, dim) {
            let wanted = max(0, luminance(before) * 0.5 - 0.02)
            #expect(abs(luminance(after) - wanted) < 0.004, "\(before) became \(after)")
        }
        let lit = dim.count { $0.max() != 0 }
        #expect(rendered.pictures[1].litShare == Double(lit) / Double(dim.count))
        #expect(rendered.pictures[1].litShare < rendered.pictures[0].litShare)
    }

    @Test(
        "an emblem is white, its shape in the alpha channel",
        arguments: [Rendition.EmblemShape.circle, .rectangle]
    )
    func emblem(_ shape: Rendition.EmblemShape) throws {
        let picture = try #require(
            try Pictures.render("disc.png", .png(64, 64, treatment: .emblem(shape))).pictures.first
        )
        let pixels = try Pictures.pixels(picture.bytes)
        #expect(pixels.allSatisfy { $0.count == 2 && $0[0] == 255 })
        func alpha(_ x: Int, _ y: Int) -> UInt8 { pixels[y * 64 + x][1] }
        // The disc in the middle stands out from the plain border.
        #expect(alpha(32, 32) == 255)
        #expect(alpha(32, 20) == 255)
        #expect(alpha(2, 32) == 0)
        #expect(alpha(0, 0) == 0)
        // What is drawn has the area of the disc, whose radius is a quarter of the edge.
        let area = pixels.reduce(0) { $0 + Double($1[1]) } / 255
        #expect(abs(area - Double.pi * 16 * 16) < 40, "\(area)")
    }

    @Test("an emblem of a plain picture is its outline, filled")
    func plainEmblem() throws {
        let rendered = try Pictures.render(
            "plain.png",
            .png(64, 64, treatment: .emblem(.circle)),
            .png(64, 64, treatment: .emblem(.rectangle))
        )
        let circle = try Pictures.pixels(rendered.pictures[0].bytes).reduce(0) { $0 + Double($1[1]) } / 255
        #expect(abs(circle - Double.pi * 32 * 32) < 20, "\(circle)")
        #expect(rendered.pictures[1].litShare == 1)
    }

    @Test("a cut by attention holds what stands out", arguments: ["left", "right", "top", "bottom"])
    func attention(_ side: String) throws {
        let rendition =
            side == "left" || side == "right"
            ? Rendition.png(40, 80, fit: .attention) : .png(80, 40, fit: .attention)
        let centred = Rendition.png(rendition.width, rendition.height)
        let rendered = try Pictures.render("spot-\(side).png", rendition, centred)
        #expect(
            (rendered.pictures[0].width, rendered.pictures[0].height) == (rendition.width, rendition.height)
        )
        func redPixels(_ picture: Picture) throws -> Int {
            try Pictures.pixels(picture.bytes).count { $0[0] > 150 && $0[1] < 100 }
        }
        #expect(try redPixels(rendered.pictures[0]) > 100)
        #expect(try redPixels(rendered.pictures[1]) == 0)
    }

    @Test("a cut by attention of a picture without any is the middle")
    func noAttention() throws {
        let rendered = try Pictures.render("plain.png", .png(40, 80, fit: .attention), .png(40, 80))
        #expect(rendered.pictures[0] == rendered.pictures[1])
    }

    @Test(
        "a line of pixels is searched in its middle, and costs no more for it",
        arguments: ["row.png", "column.png"]
    )
    func line(_ name: String) throws {
        let rendition = Rendition.png(40, 80, fit: .attention)
        let picture = try #require(try Pictures.render(name, rendition).pictures.first)
        #expect((picture.width, picture.height) == (40, 80))
        let memory = try peakMemory([try Pictures.path(name), "-", "400x800,attention"])
        #expect(memory < 30_000, "\(memory) kB")
    }

    @Test("a preview is the whole picture, small")
    func preview() throws {
        let preview = try #require(try Pictures.render("png-rgb8", .png(40, 80), previewEdge: 32).preview)
        #expect((preview.width, preview.height) == (32, 21))
        #expect(preview.pixels.count == 32 * 21 * 3)
        // The corner of its own colour, 0.8, 0.05, 0.1.
        let corner = preview.pixels.prefix(3).map(Int.init)
        #expect(zip(corner, [204, 13, 26]).allSatisfy { abs($0 - $1) < 12 }, "\(corner)")
        #expect(try Pictures.render("png-rgb8", .png(40, 80)).preview == nil)
    }

    @Test("an overview is the whole picture as a JPEG, and never larger than it", arguments: [120, 1000])
    func overview(_ edge: Int) throws {
        let size = edge == 120 ? (120, 80) : (240, 160)
        let same = Rendition(width: size.0, height: size.1, encoding: .jpeg(quality: 75))
        let rendered = try Pictures.render("jpeg-turned6", same, previewEdge: 32, overviewEdge: edge)
        #expect(rendered.overview == rendered.pictures.first)
        #expect(rendered.preview?.height == 21)
        #expect(try Pictures.render("jpeg-turned6", same).overview == nil)
    }

    @Test(
        "no metadata is copied",
        arguments: ["jpeg-turned1", "png-turned1", "png-late-turned1", "webp-turned1"]
    )
    func metadata(_ name: String) throws {
        let source = try Pictures.bytes(name)
        let jpeg = Rendition(width: 240, height: 160, encoding: .jpeg(quality: 80))
        let secret = Array("GPS-SECRET".utf8)
        #expect(source.firstRange(of: secret) != nil)
        for picture in try Pictures.render(name, jpeg, .png(240, 160)).pictures {
            #expect(picture.bytes.firstRange(of: secret) == nil)
            #expect(picture.bytes.firstRange(of: Array("Exif".utf8)) == nil)
            #expect(picture.bytes.firstRange(of: Array("eXIf".utf8)) == nil)
        }
    }

    @Test(
        "what cannot be made is refused",
        arguments: [
            Rendition.png(0, 10), .png(10, 4097), .png(10, 10, fit: .focal(x: 1.1, y: 0)),
            .png(10, 10, fit: .focal(x: .nan, y: 0)),
            .png(10, 10, treatment: .dimmed(Dimming(brightness: 2, blackPoint: 0))),
            .png(1025, 10, treatment: .emblem(.rectangle)),
            Rendition(width: 10, height: 10, encoding: .jpeg(quality: 0)),
            Rendition(width: 10, height: 10, treatment: .emblem(.circle), encoding: .jpeg(quality: 80)),
        ]
    )
    func impossible(_ rendition: Rendition) throws {
        #expect(throws: ImagingError.self) { try Pictures.render("jpeg", rendition) }
    }
}
