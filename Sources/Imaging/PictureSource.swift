/// A source that has been looked at, and can be decoded row by row.
protocol PictureSource: AnyObject {
    var header: SourceHeader { get }

    /// Decodes a part of the picture.
    ///
    /// - Parameter take: Is given rows with all of the window's columns, in order, each once. Those of an interlaced
    ///   source come several times, each time with other columns, which may lie outside the window.
    func decode(_ window: Window, _ take: (SourceRow) -> Void) throws(ImagingError)
}

/// What is known of a source before its pixels.
struct SourceHeader {
    let format: ImageFormat
    /// As stored; upright after ``orientation``.
    let width: Int
    let height: Int
    var orientation = Orientation.upright
    /// How a row's bytes are to be read.
    var layout: PixelLayout
    var color = SourceColor.sRGB
    /// Whether rows come several times, each time with some of their pixels.
    var isInterlaced = false
    /// The bytes that have to be held of the whole picture to decode it; 0 when rows come and go.
    var frameBytes = 0
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
}

/// Pixels of one row of a source.
struct SourceRow {
    /// The row's number in the picture.
    let y: Int
    /// Only valid while the row is handed over.
    let pixels: UnsafePointer<UInt8>
    /// The column of the first of the pixels, and from each to the next.
    let firstColumn: Int
    var columnStep = 1
    let count: Int
}
