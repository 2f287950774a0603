/// A source that has been looked at, and can be decoded row by row.
protocol PictureSource: AnyObject {
    var header: SourceHeader { get }

    /// Does what has to be done before rows can be had, once the header was found within the limits.
    ///
    /// Of the header its colours may change.
    func prepare() throws(ImagingError)

    /// Decodes a part of the picture, once it is prepared.
    ///
    /// - Parameters:
    ///   - scratch: Takes what has to wait for its turn.
    ///   - take: Is given the rows of the window in order, each with the pixels of the window's columns.
    func decode(
        _ window: Window,
        in scratch: Scratch,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError)
}

extension PictureSource {
    func prepare() throws(ImagingError) {}
}

/// What is known of a source before its pixels.
struct SourceHeader {
    let format: ImageFormat
    /// As stored; upright after ``orientation``.
    let width: Int
    var height: Int
    /// Whether the file ends before the picture does; as far as that shows before decoding, and only then.
    var isCut = false
    var orientation = Orientation.upright
    /// How a row's bytes are to be read.
    var layout: PixelLayout
    var color = SourceColor.sRGB
    /// The bytes that have to be held of the whole picture to decode it; 0 when rows come and go.
    var frameBytes = 0
    /// The bytes that have to wait for their turn in the scratch file, as far as that is known beforehand.
    var waitingBytes = 0
    /// By how much the decoder itself can make the picture smaller, ascending: 1 is always among them.
    var shrinks = [1]

    /// Of the upright picture.
    var uprightSize: (width: Int, height: Int) {
        orientation.transposes ? (height, width) : (width, height)
    }
}

/// How the pixels of a decoded row lie in memory.
enum PixelLayout: Equatable {
    /// Red, green, blue.
    case rgb8
    /// Red, green, blue, and a byte to ignore.
    case rgbx8
    /// Red, green, blue, alpha; colours are not multiplied by alpha.
    case rgba8
    /// The same in 16 bits each, of this machine's byte order.
    case rgba16
    /// Cyan, magenta, yellow and black; inverted: 255 is no ink.
    case cmyk8(inverted: Bool)

    var bytesPerPixel: Int {
        switch self {
        case .rgb8: 3
        case .rgbx8, .rgba8, .cmyk8: 4
        case .rgba16: 8
        }
    }
    var isDeep: Bool { self == .rgba16 }
    var hasAlpha: Bool { self == .rgba8 || self == .rgba16 }

    var isInks: Bool {
        if case .cmyk8 = self { true } else { false }
    }
}

/// What is to be decoded, in pixels of the picture after the decoder has made it smaller.
struct Window {
    /// One of the source's shrinks.
    let shrink: Int
    let columns: Range<Int>
    let rows: Range<Int>
    /// Whether nothing behind the rows is to be read, because the file is cut there.
    let isLastOfFile: Bool
}
