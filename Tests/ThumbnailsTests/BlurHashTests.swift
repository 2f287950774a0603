import StrictJSON
import Testing
import TestSupport
import Thumbnails

@Suite("A placeholder")
struct BlurHashTests {
    /// Pictures of any shape: noise, a gradient, one colour.
    private static func pictures(_ generator: inout SeededGenerator) -> [(
        width: Int, height: Int, pixels: [UInt8]
    )] {
        (0..<30).map { index in
            let (width, height) = (
                Int.random(in: 1...32, using: &generator), Int.random(in: 1...32, using: &generator)
            )
            let colour = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let pixels = (0..<width * height * 3).map { place -> UInt8 in
                switch index % 3 {
                case 0: UInt8.random(in: 0...255, using: &generator)
                case 1: UInt8(place / 3 % width * 255 / width)
                default: colour[place % 3]
                }
            }
            return (width, height, pixels)
        }
    }

    @Test("is what another implementation makes of the same picture")
    func reference() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let pictures = Self.pictures(&generator)
        let request = JSON.array(
            pictures.map { picture in
                [
                    "width": .integer(Int64(picture.width)), "height": .integer(Int64(picture.height)),
                    "pixels": .bytes(picture.pixels),
                ]
            }
        )
        let answer = try Python.answer(
            to: request,
            """
            import io
            import blurhash
            from PIL import Image
            answer = []
            for picture in request:
                w, h, data = picture["width"], picture["height"], base64.b64decode(picture["pixels"])
                across, down = (4, 3) if w >= h else (3, 4)
                file = io.BytesIO()
                Image.frombytes("RGB", (w, h), data).save(file, "PNG")
                answer.append(blurhash.encode(file, across, down))
            """
        )
        guard case .array(let wanted) = answer else { preconditionFailure("the script makes a list") }
        #expect(wanted.count == pictures.count)
        for (picture, wanted) in zip(pictures, wanted) {
            let hash = BlurHash.encode(picture.pixels, width: picture.width, height: picture.height)
            #expect(hash.utf8.count == 28)
            #expect(wanted == .string(hash), "\(picture.width)x\(picture.height), \(seed)")
        }
    }
}
