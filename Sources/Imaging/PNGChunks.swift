/// What is read of a PNG file's chunks before its pixels (PNG, third edition, 5): orientation may stand behind them,
/// and what the file says last decides whether it is whole.
struct PNGChunks {
    private(set) var orientation = Orientation.upright
    private(set) var codedColor: CodedColor?
    /// Whether the file ends before its last chunk does.
    private(set) var isCut = false

    private static let signatureSize = 8
    /// More chunks than any program writes for a picture that is not too large; a file of nothing else would keep us
    /// reading.
    private static let mostChunks = 1 << 20
    private static let mostBytesOfEXIF = 1 << 20

    init(_ file: ImageFile) throws(ImagingError) {
        var offset = Self.signatureSize
        for _ in 0..<Self.mostChunks {
            let head = try file.bytes(at: offset, count: 8)
            let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let end = offset + 12 + length
            guard head.count == 8, end <= file.size else {
                isCut = true
                return
            }
            switch String(decoding: head[4..<8], as: UTF8.self) {
            case "eXIf" where length <= Self.mostBytesOfEXIF:
                let data = try file.bytes(at: offset + 8, count: length)
                orientation = EXIF.orientation(data[...]) ?? orientation
            case "cICP" where length == 4:
                let data = try file.bytes(at: offset + 8, count: length)
                if data.count == 4 {
                    codedColor = CodedColor(primaries: Int(data[0]), transfer: Int(data[1]))
                }
            case "IEND": return
            default: break
            }
            offset = end
        }
        throw .damaged(.png, "it has more than \(Self.mostChunks) chunks")
    }
}
