import CImageCodecs
import Glibc

extension ImagingError {
    /// What a codec's status means.
    ///
    /// - Parameters:
    ///   - intactRows: How far the picture came; nil when no row was begun.
    ///   - message: The codec's words.
    init(_ status: wr_status, _ format: ImageFormat, intactRows: Int? = nil, message: String) {
        self =
            switch status {
            case WR_TRUNCATED: .truncated(format, intactRows: intactRows)
            case WR_UNSUPPORTED: .unsupported(format, message)
            case WR_UNREADABLE: .unreadable(errno: errno)
            case WR_NO_MEMORY: .outOfMemory
            case WR_NO_SCRATCH: .scratchFailed(errno: errno)
            default: .damaged(format, message)
            }
    }
}
