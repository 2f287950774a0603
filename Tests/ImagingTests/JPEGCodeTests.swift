import Imaging
import StrictJSON
import Testing
import TestSupport

/// Codes are made of a sample.
///
/// So what the sample has not must have codes as well, and the coefficients must be those
/// that libjpeg's own codes give, by way of Pillow.
@Suite("Codes of a JPEG, made of a sample of it")
struct JPEGCodeTests {
    /// How a picture is drawn, as a NumPy expression over its rows and columns.
    enum Content: String, CaseIterable {
        case noise = "n.integers(0, 256, (h, w, 3))"
        case plain = "n.integers(0, 256, (1, 1, 3)) + 0 * (y + x)[..., None]"
        case waves = "128 + 90 * np.sin(y / 9 + x / 31)[..., None] * [1, 0.7, -0.4]"
        /// Noise everywhere but in the strips of 16 rows that are the sample of a high picture.
        case noiseBesidesSample =
            "np.where((y // 16 % 16 == 8)[..., None], 77, n.integers(0, 256, (h, w, 3)))"
        /// One strip of noise, which the sample passes over.
        case noiseInOneStrip = "np.where((y // 16 == 9)[..., None], n.integers(0, 256, (h, w, 3)), 200)"
        /// One point in a plain picture.
        case point = "np.where(((y == h // 2) & (x == w // 2))[..., None], 255, 0)"
    }

    @Test(
        "every symbol has one, whatever the sample is like",
        arguments: Content.allCases,
        [(64, 1024), (333, 517), (1, 1), (17, 15), (640, 96)]
    )
    func samePixels(_ content: Content, _ size: (Int, Int)) throws {
        for quality in [1, 80, 100] {
            let (own, other) = try Self.compare(content, size, quality: quality)
            #expect(own == other, "\(content), \(size), \(quality)")
        }
    }

    @Test("they are nearly as short as those that are made of all", arguments: [80, 95])
    func length(_ quality: Int) throws {
        for content in [Content.noise, .waves] {
            let (own, best) = try Self.sizes(content, (640, 960), quality: quality)
            #expect(Double(own) <= Double(best) * 1.02, "\(own) bytes, and \(best) at best")
        }
    }

    private static func source(_ content: Content, _ size: (Int, Int)) throws -> [UInt8] {
        let script = """
            import io
            import numpy as np
            from PIL import Image
            w, h = request
            n = np.random.default_rng(7)
            y, x = np.mgrid[0:h, 0:w]
            pixels = np.clip(\(content.rawValue), 0, 255) + np.zeros((h, w, 3))
            file = io.BytesIO()
            Image.fromarray(pixels.astype(np.uint8)).save(file, "png")
            answer = list(file.getvalue())
            """
        return try bytes(
            Python.answer(to: .array([.integer(Int64(size.0)), .integer(Int64(size.1))]), script)
        )
    }

    /// A picture of the pixels as a PNG, and as a JPEG.
    private static func pictures(_ content: Content, _ size: (Int, Int), quality: Int) throws -> JSON {
        let jpeg = Rendition(width: size.0, height: size.1, encoding: .jpeg(quality: quality))
        let rendered = try Pictures.render(try source(content, size), .png(size.0, size.1), jpeg)
        return .array(rendered.pictures.map { .bytes($0.bytes) } + [.integer(Int64(quality))])
    }

    /// Hashes of the pixels of a JPEG, and of the one that Pillow makes of the same.
    private static func compare(_ content: Content, _ size: (Int, Int), quality: Int) throws -> (JSON, JSON) {
        let script = """
            import hashlib, io
            from PIL import Image
            def opened(data): return Image.open(io.BytesIO(data))
            png, jpeg = (base64.b64decode(text) for text in request[:2])
            other = io.BytesIO()
            opened(png).save(other, "jpeg", quality=request[2], subsampling="4:2:0")
            answer = [hashlib.sha256(opened(data).tobytes()).hexdigest() for data in (jpeg, other.getvalue())]
            """
        let answer = try Python.answer(to: try pictures(content, size, quality: quality), script)
        guard case .array(let hashes) = answer, hashes.count == 2 else {
            throw UnexpectedAnswer(answer: answer)
        }
        return (hashes[0], hashes[1])
    }

    /// The bytes of a JPEG, and of the one that Pillow makes with the best codes.
    private static func sizes(_ content: Content, _ size: (Int, Int), quality: Int) throws -> (Int, Int) {
        let script = """
            import io
            from PIL import Image
            png, jpeg = (base64.b64decode(text) for text in request[:2])
            best = io.BytesIO()
            Image.open(io.BytesIO(png)).save(best, "jpeg", quality=request[2], subsampling="4:2:0", optimize=True)
            answer = [len(jpeg), len(best.getvalue())]
            """
        let answer = try numbers(Python.answer(to: try pictures(content, size, quality: quality), script))
        return (answer[0], answer[1])
    }

    private static func bytes(_ answer: JSON) throws -> [UInt8] { try numbers(answer).map(UInt8.init) }

    private static func numbers(_ answer: JSON) throws -> [Int] {
        guard case .array(let numbers) = answer else { throw UnexpectedAnswer(answer: answer) }
        return try numbers.map { number in
            guard case .integer(let number) = number else { throw UnexpectedAnswer(answer: answer) }
            return Int(number)
        }
    }

    private struct UnexpectedAnswer: Error { let answer: JSON }
}
