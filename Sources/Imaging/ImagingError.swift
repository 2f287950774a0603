/// Why a picture could not be read or its renditions not be made.
package enum ImagingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Reading the file failed, for the system's reason.
    case unreadable(errno: Int32)
    /// The file is of none of the formats that are read.
    case unknownFormat
    /// The file is of a kind of its format that is not read.
    case unsupported(ImageFormat, String)
    /// The source has more pixels, in all or along an edge, than the limits allow.
    case tooLarge(width: Int, height: Int, ImageLimits)
    /// The file ends too early.
    ///
    /// `intactRows`: how many rows are whole, of those that the picture should have; nil when it ends before that is
    /// known.
    case truncated(ImageFormat, intactRows: Int?)
    /// The file is not what it claims to be.
    case damaged(ImageFormat, String)
    /// The source can only be decoded whole, which takes more bytes than the limits allow.
    case needsWholeFrame(ImageFormat, bytes: Int, ImageLimits)
    /// A rendition asks for what does not exist.
    case impossibleRendition(String)
    case outOfMemory
    /// The scratch file could not be written or read, for the system's reason.
    case scratchFailed(errno: Int32)

    package var description: String {
        switch self {
        case .unreadable(let errno):
            "the file cannot be read: \(systemMessage(errno))"
        case .unknownFormat:
            "the file is not a JPEG, PNG, WebP or HEIC picture"
        case .unsupported(let format, let detail):
            "this kind of \(format.rawValue) is not read: \(detail); export it again as an ordinary one"
        case .tooLarge(let width, let height, let limits):
            "\(width)x\(height) pixels are too many: at most \(limits.maximumEdge) along an edge and "
                + "\(limits.maximumPixels) in all are allowed; make it smaller"
        case .truncated(let format, let intactRows):
            "the \(format.rawValue) file ends too early"
                + (intactRows.map { ", only its first \($0) rows are whole" } ?? "") + "; copy it again"
        case .damaged(let format, let detail):
            "the \(format.rawValue) file is damaged: \(detail)"
        case .needsWholeFrame(let format, let bytes, let limits):
            "this \(format.rawValue) file can only be decoded whole, which takes \(bytes) bytes of memory, and "
                + "\(limits.maximumFrameBytes) are allowed; allow more, or save it as JPEG or PNG"
        case .impossibleRendition(let detail):
            "no such rendition can be made: \(detail)"
        case .outOfMemory:
            "not enough memory"
        case .scratchFailed(let errno):
            "the scratch file cannot be used: \(systemMessage(errno)); give it more room"
        }
    }
}
