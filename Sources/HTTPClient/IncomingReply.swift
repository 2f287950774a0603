/// What has come of an answer.
final class IncomingReply {
    let limit: Int
    var isOverlong = false
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    private var headSize = 0

    /// More than any server sends that is meant.
    private static let headLimit = 64 << 10

    init(limit: Int) { self.limit = limit }

    /// Whether it is wanted.
    func take(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard body.count + piece.count <= limit else {
            isOverlong = true
            return false
        }
        body += piece
        return true
    }

    func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headSize += bytes.count
        guard headSize <= Self.headLimit else { return false }
        let line = String(decoding: bytes, as: UTF8.self)
        // A status line begins the head of the final answer, or of one before it.
        if line.hasPrefix("HTTP/") {
            headers = [:]
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[line[..<colon].lowercased()] = String(value.prefix { !$0.isNewline })
        }
        return true
    }
}

func receiveBody(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    // What perform(_:_:) passed, which lives until the transfer is over.
    guard let context else { return 0 }
    let piece = UnsafeRawBufferPointer(start: bytes, count: count)
    return Unmanaged<IncomingReply>.fromOpaque(context).takeUnretainedValue().take(piece) ? count : 0
}

func receiveHeader(
    bytes: UnsafeMutablePointer<CChar>?,
    size: Int,
    count: Int,
    context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return Unmanaged<IncomingReply>.fromOpaque(context).takeUnretainedValue().takeHeader(line)
        ? size * count : 0
}
