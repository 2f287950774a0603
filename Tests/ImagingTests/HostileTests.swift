import Foundation
import Imaging
import Testing
import TestSupport

@Suite("A hostile or damaged file")
struct HostileTests {
    @Test(
        "cut anywhere is refused",
        arguments: [
            "small.jpg", "small-progressive.jpg", "small.png", "small-interlaced.png", "small.webp",
            "small-lossless.webp",
            "small-alpha.webp", "small.heic",
        ]
    )
    func cut(_ name: String) throws {
        let path = try Pictures.path(name)
        let run = try RunningProgram.run(try RunningProgram.built("damage-picture"), [path, "cut"])
        let size = try Pictures.bytes(name).count
        #expect(run == RunningProgram.End(status: 0, output: "0 \(size) []\n", errors: ""))
        // The whole of it is no damage.
        #expect(try Pictures.render(name, .png(8, 8), limits: .generous).pictures.count == 1)
    }

    @Test(
        "with flipped bits is rendered or refused, and nothing else",
        arguments: [
            "small.jpg", "small-progressive.jpg", "small.png", "small-interlaced.png", "small.webp",
            "small-lossless.webp", "small-alpha.webp", "small.heic",
        ]
    )
    func flips(_ name: String) throws {
        let numbers = SeededGenerator()
        var seeds = numbers
        let run = try RunningProgram.run(
            try RunningProgram.built("damage-picture"),
            [try Pictures.path(name), "flip", "\(seeds.next())", "1000"]
        )
        #expect(run.status == 0, "\(numbers) \(run)")
        let counts = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(counts.count == 2 && counts.reduce(0, +) == 1000 && counts[1] > 0, "\(numbers) \(run)")
    }

    @Test("with a changed bit in HEIC's coded data is refused, as far as its decoder can tell")
    func codedData() throws {
        let whole = try Pictures.bytes("heic")
        let name = try #require(whole.firstRange(of: Array("mdat".utf8)))
        // Behind the first headers.
        let data = name.upperBound + 64..<whole.count
        // What part is found differs by a few from seed to seed.
        var places = SeededGenerator(seed: 17)
        var refused = 0
        for _ in 0..<100 {
            var bytes = whole
            bytes[Int.random(in: data, using: &places)] ^= 1 << UInt8.random(in: 0..<8, using: &places)
            do {
                _ = try Pictures.render(bytes, .png(24, 16), limits: .generous)
            } catch ImagingError.damaged(.heic, _) {
                refused += 1
            }
        }
        // What goes on to make sense to its end cannot be told.
        #expect(refused >= 80, "\(refused)")
    }

    @Test(
        "with damage behind the picture of HEIC's coded data is refused, and with another picture there is not"
    )
    func codedDataBehind() throws {
        #expect(try Pictures.render("heic-two.heic", .png(8, 8), limits: .generous).source.width == 96)
        let error = #expect(throws: ImagingError.self) {
            try Pictures.render("heic-two-damaged.heic", .png(8, 8), limits: .generous)
        }
        guard case .damaged(.heic, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("whose parameters of HEVC are cut before their colours end is refused")
    func cutParameters() throws {
        // The colours end twelve bytes before the end.
        let whole = 43
        #expect(try Pictures.render("p3-cut\(whole).heic", .png(8, 8), limits: .generous).pictures.count == 1)
        for length in 2..<whole - 12 {
            #expect(throws: ImagingError.self, "\(length)") {
                try Pictures.render("p3-cut\(length).heic", .png(8, 8), limits: .generous)
            }
        }
    }

    @Test(
        "with a bit of its parameters of HEVC flipped is rendered or refused, and nothing else",
        arguments: [("p3-coded.heic", 3), ("p3-rich.heic", 7)]
    )
    func parameterBits(_ name: String, each step: Int) throws {
        let whole = try Pictures.bytes(name)
        // The header of the unit, of one layer, and its length before that.
        let start = try #require(whole.firstRange(of: [0x42, 0x01, 0x01])).lowerBound
        let length = Int(whole[start - 2]) << 8 | Int(whole[start - 1])
        var refused = 0
        let bits = stride(from: 16, to: 8 * length, by: step)
        for bit in bits {
            var bytes = whole
            bytes[start + bit / 8] ^= 0x80 >> UInt8(bit % 8)
            do {
                _ = try Pictures.render(bytes, .png(8, 8), limits: .generous)
            } catch is ImagingError {
                refused += 1
            }
        }
        // The parameters make sense with many.
        let count = Array(bits).count
        #expect((count / 8..<count).contains(refused), "\(refused) of \(count)")
    }

    @Test("whose header of parameters of HEVC ends in zeros, which decoders may read differently, is refused")
    func headerOfZeros() throws {
        var bytes = try Pictures.bytes("p3-coded.heic")
        let start = try #require(bytes.firstRange(of: [0x42, 0x01, 0x01])).lowerBound
        bytes[start + 1] = 0
        #expect {
            try Pictures.render(bytes, .png(8, 8), limits: .generous)
        } throws: {
            "\($0)".contains("the parameters of its coded data make no sense")
        }
    }

    @Test("of a profile of HEVC that the decoder does not know is refused as one that is not read")
    func unknownProfile() throws {
        let error = #expect(throws: ImagingError.self) {
            try Pictures.render("heic-profile.heic", .png(8, 8), limits: .generous)
        }
        guard case .unsupported(.heic, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains("a profile of HEVC that is not known"))
    }

    @Test("whose coded picture is larger than the file says is refused before anything is allocated for it")
    func largerThanSaid() throws {
        let error = #expect(throws: ImagingError.self) {
            try Pictures.render("heic-larger.heic", .png(8, 8), limits: .generous)
        }
        guard case .damaged(.heic, let detail) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(detail.contains("its coded data has more pixels than the file says"))
    }

    @Test("of too many pixels is refused before anything is allocated", arguments: ["bomb.png", "bomb.jpg"])
    func bomb(_ name: String) throws {
        let edge = name == "bomb.png" ? 30_000 : 65_500
        #expect(throws: ImagingError.tooLarge(width: edge, height: edge, ImageLimits())) {
            try Pictures.render(name, .png(60, 90))
        }
        let memory = try peakMemory([try Pictures.path(name), "-", "600x900"], status: 1)
        #expect(memory < 16_000, "\(memory) kB")
    }

    @Test(
        "that is no picture is refused",
        arguments: [[], [0], Array("GIF89a".utf8), Array(repeating: 255, count: 99)]
    )
    func noPicture(_ bytes: [UInt8]) throws {
        #expect(throws: ImagingError.unknownFormat) { try Pictures.render(bytes, .png(8, 8)) }
    }

    @Test("without a pixel is refused", arguments: [26, 28])
    func noPixels(_ offset: Int) throws {
        // Where a VP8 frame has its width, and then its height (RFC 6386, 9.1).
        var bytes = try Pictures.bytes("small.webp")
        bytes.replaceSubrange(offset..<offset + 2, with: [0, 0])
        #expect(throws: ImagingError.damaged(.webp, "it has no pixels")) {
            try Pictures.render(bytes, .png(8, 8, fit: .attention))
        }
    }

    @Test(
        "cut behind enough rows is taken, when that is allowed, as a picture of those rows",
        arguments: ["jpeg", "jpeg-turned6", "png-rgb8", "png-rgba16-interlaced", "webp", "webp-lossless"]
    )
    func intactRows(_ name: String) throws {
        let whole = try Pictures.bytes(name)
        let height = name == "jpeg-turned6" ? 240 : 160
        for percent in [99, 95, 80] {
            let cut = Array(whole.prefix(whole.count * percent / 100))
            #expect(throws: ImagingError.self) { try Pictures.render(cut, .png(40, 40)) }
            let limits = ImageLimits(minimumIntactPercent: 40)
            let rendered = try Pictures.render(cut, .png(40, 40), .png(20, 60), limits: limits)
            let rows = try #require(rendered.source.intactRows)
            #expect((height * 40 / 100..<height).contains(rows))
            // As much of it, and no grey where the rest should be.
            let corner = try #require(try Pictures.pixels(rendered.pictures[1].bytes).last)
            #expect(corner != [128, 128, 128], "\(corner)")
            let tooMuch = ImageLimits(minimumIntactPercent: rows * 100 / height + 1)
            #expect(throws: ImagingError.self) {
                try Pictures.render(cut, .png(40, 40), .png(20, 60), limits: tooMuch)
            }
        }
        let limits = ImageLimits(minimumIntactPercent: 40)
        #expect(try Pictures.render(name, .png(40, 40), limits: limits).source.intactRows == nil)
    }

    @Test("of several scans has no whole rows when it is cut")
    func cutScans() throws {
        let cut = Array(try Pictures.bytes("jpeg-progressive").dropLast(10))
        let limits = ImageLimits(minimumIntactPercent: 1)
        #expect(throws: ImagingError.self) { try Pictures.render(cut, .png(40, 40), limits: limits) }
    }

    @Test("that must be held whole is refused beyond the limit, and says so")
    func wholeFrame() throws {
        let limits = ImageLimits(maximumFrameBytes: 100_000)
        #expect(throws: ImagingError.needsWholeFrame(.webp, bytes: 240 * 160 * 4, limits)) {
            try Pictures.render("webp-lossless", .png(8, 8), limits: limits)
        }
        #expect(try Pictures.render("webp", .png(8, 8), limits: limits).source.frameBytes == 0)
        #expect(try Pictures.render("webp-lossless", .png(8, 8)).source.frameBytes == 240 * 160 * 4)
    }
}

extension ImageLimits {
    static let generous = ImageLimits(maximumFrameBytes: 64_000_000)
}
