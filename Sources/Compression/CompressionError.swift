/// What went wrong while packing or unpacking.
package enum CompressionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stream ends before its own end mark.
    case truncated
    /// The stream is not what it claims to be, or bytes follow its end.
    case damaged(String)
    /// The stream was packed with another preset dictionary than the one given.
    case wrongDictionary
    /// Unpacking would give more than the caller allows.
    case tooLarge(limit: Int)
    /// The library could not get the memory it needs.
    case outOfMemory

    package var description: String {
        switch self {
        case .truncated: "the compressed data ends too early"
        case .damaged(let detail): "the compressed data is damaged: \(detail)"
        case .wrongDictionary: "the compressed data was made with another preset dictionary"
        case .tooLarge(let limit): "the data unpacks to more than \(limit) bytes"
        case .outOfMemory: "not enough memory for zlib"
        }
    }
}
