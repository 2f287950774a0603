/// The one thing that is read of a camera's metadata (EXIF 2.32, a TIFF file in small).
enum EXIF {
    private static let orientationTag = 0x0112
    /// The TIFF type of an unsigned number of two bytes.
    private static let short = 3

    /// The orientation that the main picture's directory gives; nil when there is none that makes sense.
    ///
    /// - Parameter bytes: From the TIFF header on.
    static func orientation(_ bytes: ArraySlice<UInt8>) -> Orientation? {
        let reader: TIFFReader
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 0x2A, 0]: reader = TIFFReader(bytes: bytes, isLittleEndian: true)
        case [0x4D, 0x4D, 0, 0x2A]: reader = TIFFReader(bytes: bytes, isLittleEndian: false)
        default: return nil
        }
        guard let directory = reader.number(at: 4, bytes: 4),
            let count = reader.number(at: directory, bytes: 2)
        else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = reader.number(at: entry, bytes: 2) else { return nil }
            guard tag == orientationTag else { continue }
            guard reader.number(at: entry + 2, bytes: 2) == short, reader.number(at: entry + 4, bytes: 4) == 1
            else { return nil }
            return reader.number(at: entry + 8, bytes: 2).flatMap(Orientation.init)
        }
        return nil
    }
}

/// Numbers of a TIFF file, none beyond its end.
private struct TIFFReader {
    let bytes: ArraySlice<UInt8>
    let isLittleEndian: Bool

    /// An unsigned number of at most four bytes; nil when it is not all there.
    func number(at offset: Int, bytes count: Int) -> Int? {
        let start = bytes.startIndex + offset
        guard start + count <= bytes.endIndex else { return nil }
        let digits = bytes[start..<start + count]
        let ordered = isLittleEndian ? Array(digits.reversed()) : Array(digits)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
