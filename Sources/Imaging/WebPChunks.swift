/// Where a WebP file keeps its first picture, and what it says about it (RFC 9649).
struct WebPChunks {
    /// Where bytes are in the file.
    typealias Span = Range<Int>

    /// The chunk with the coded picture: VP8, or VP8L when ``isLossless``; its header is left out.
    private(set) var picture: Span = 0..<0
    private(set) var isLossless = false
    /// Of the coded picture.
    private(set) var size = (width: 0, height: 0)
    private(set) var hasAlpha = false
    /// A chunk with the alpha of a VP8 picture.
    private(set) var alpha: Span?
    private(set) var profile: [UInt8] = []
    private(set) var orientation = Orientation.upright
    /// The size of what is shown; nil when that is the picture's own.
    private(set) var canvas: (width: Int, height: Int)?
    /// Whether the file is shorter than it says.
    private(set) var isCut = false
    /// Where on the canvas the first frame of an animation is.
    private(set) var frameOrigin = (x: 0, y: 0)

    private static let mostChunks = 4096
    private static let mostBytesOfEXIF = 1 << 20

    init(_ file: ImageFile) throws(ImagingError) {
        let head = try file.bytes(at: 0, count: 12)
        // The size counts from behind itself.
        let end = 8 + Self.number(head[4..<8])
        isCut = end > file.size
        try read(file, from: 12, to: end)
        guard !picture.isEmpty else {
            throw isCut ? .truncated(.webp, intactRows: nil) : .damaged(.webp, "it has no picture")
        }
    }

    private mutating func read(_ file: ImageFile, from start: Int, to end: Int) throws(ImagingError) {
        var offset = start
        for _ in 0..<Self.mostChunks {
            guard offset + 8 <= end else { return }
            let head = try file.bytes(at: offset, count: 8)
            guard head.count == 8 else { return }
            let span = offset + 8..<offset + 8 + Self.number(head[4..<8])
            guard span.upperBound <= end else { throw .damaged(.webp, "a chunk is longer than the file") }
            try take(String(decoding: head[0..<4], as: UTF8.self), span, file)
            // Chunks of odd length are followed by a byte that belongs to none.
            offset = span.upperBound + span.count % 2
        }
        throw .damaged(.webp, "it has more than \(Self.mostChunks) chunks")
    }

    private mutating func take(_ name: String, _ span: Span, _ file: ImageFile) throws(ImagingError) {
        switch name {
        case "VP8 " where picture.isEmpty:
            picture = span
            try readLossyHead(file)
        case "VP8L" where picture.isEmpty:
            picture = span
            isLossless = true
            try readLosslessHead(file)
        case "ALPH" where picture.isEmpty:
            alpha = span
            hasAlpha = true
        case "VP8X":
            let data = try file.bytes(at: span.lowerBound, count: 10)
            guard data.count == 10 else { throw .damaged(.webp, "its VP8X chunk is too short") }
            canvas = (1 + Self.number(data[4..<7]), 1 + Self.number(data[7..<10]))
        case "ANMF" where picture.isEmpty:
            let data = try file.bytes(at: span.lowerBound, count: 6)
            guard data.count == 6, span.count > 16 else { throw .damaged(.webp, "a frame is too short") }
            frameOrigin = (2 * Self.number(data[0..<3]), 2 * Self.number(data[3..<6]))
            try read(file, from: span.lowerBound + 16, to: span.upperBound)
        case "ICCP" where span.count <= ICCProfile.mostBytes:
            profile = try file.bytes(at: span.lowerBound, count: span.count)
        case "EXIF" where span.count <= Self.mostBytesOfEXIF:
            let data = try file.bytes(at: span.lowerBound, count: span.count)
            // Some programs copy JPEG's mark in front.
            let mark = Array("Exif\0\0".utf8)
            orientation =
                EXIF.orientation(data.starts(with: mark) ? data.dropFirst(mark.count) : data[...])
                ?? orientation
        default: break
        }
    }

    /// Three bytes of flags, three of a mark, then width and height, 14 bits each (RFC 6386, 9.1).
    private mutating func readLossyHead(_ file: ImageFile) throws(ImagingError) {
        let head = try file.bytes(at: picture.lowerBound, count: 10)
        guard picture.count >= 10, head.count == 10, head[3..<6] == [0x9D, 0x01, 0x2A] else {
            throw .damaged(.webp, "its VP8 chunk does not begin as one")
        }
        size = (Self.number(head[6..<8]) & 0x3FFF, Self.number(head[8..<10]) & 0x3FFF)
    }

    /// A mark, then width and height less one, 14 bits each, and whether there is alpha (RFC 9649, 3.4).
    private mutating func readLosslessHead(_ file: ImageFile) throws(ImagingError) {
        let head = try file.bytes(at: picture.lowerBound, count: 5)
        guard picture.count >= 5, head.count == 5, head[0] == 0x2F else {
            throw .damaged(.webp, "its VP8L chunk does not begin as one")
        }
        let bits = Self.number(head[1..<5])
        size = (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
        hasAlpha = hasAlpha || bits >> 28 & 1 == 1
    }

    /// A number of little end first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
