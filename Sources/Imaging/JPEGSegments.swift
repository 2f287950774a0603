/// What the segments before a JPEG file's first scan say about colour and orientation (ITU-T T.81, B.1).
struct JPEGSegments {
    /// The pieces of an ICC profile put together (ICC.1:2022, B.4); empty when there is none or one is missing.
    private(set) var profile: [UInt8] = []
    private(set) var orientation = Orientation.upright

    /// More segments than any program writes; a file of nothing else would keep us reading.
    private static let mostSegments = 4096
    /// Before the data of a segment of application 2.
    private static let profileMark = Array("ICC_PROFILE\0".utf8)
    private static let exifMark = Array("Exif\0\0".utf8)

    /// Reads as far as the segments make sense: what is wrong with them is for the decoder to say.
    init(_ file: ImageFile) throws(ImagingError) {
        var pieces: [UInt8: [UInt8]] = [:]
        var pieceCount = 0
        var offset = 2
        for _ in 0..<Self.mostSegments {
            let head = try file.bytes(at: offset, count: 4)
            guard head.count == 4, head[0] == 0xFF else { break }
            let marker = head[1]
            // Any number of fill bytes may come before a marker.
            if marker == 0xFF {
                offset += 1
                continue
            }
            // Start of scan, end of image.
            guard marker != 0xDA, marker != 0xD9 else { break }
            let length = Int(head[2]) << 8 | Int(head[3])
            guard length >= 2 else { break }
            if marker == 0xE1 || marker == 0xE2 {
                let data = try file.bytes(at: offset + 4, count: length - 2)
                if marker == 0xE1, data.starts(with: Self.exifMark) {
                    orientation = EXIF.orientation(data.dropFirst(Self.exifMark.count)) ?? orientation
                } else if marker == 0xE2, data.starts(with: Self.profileMark), data.count > 14 {
                    pieces[data[12]] = Array(data.dropFirst(14))
                    pieceCount = Int(data[13])
                }
            }
            offset += 2 + length
        }
        profile = Self.assembled(pieces, count: pieceCount)
    }

    private static func assembled(_ pieces: [UInt8: [UInt8]], count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let piece = pieces[UInt8(number)] else { return [] }
            profile += piece
        }
        return profile
    }
}
