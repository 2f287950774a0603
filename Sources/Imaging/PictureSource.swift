/// A source that has been looked at, and can be decoded row by row.
protocol PictureSource: AnyObject {
    var header: SourceHeader { get }

    /// Decodes a part of the picture.
    ///
    /// - Parameter take: Is given each row's number in the picture and the pixels of the window's columns. Rows come in
    ///   order, each once, unless the source is interlaced.
    func decode(
        _ window: Window,
        _ take: (_ y: Int, _ pixels: UnsafePointer<UInt8>) -> Void
    ) throws(ImagingError)
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
    /// By how much the decoder itself can make the picture smaller, ascending: 1 is always among them.
    var shrinks = [1]
}

/// How the pixels of a decoded row lie in memory.
enum PixelLayout {
    /// Red, green, blue, and a byte to ignore.
    case rgbx8
}

/// What is to be decoded, in pixels of the picture after the decoder has made it smaller.
struct Window {
    /// One of the source's shrinks.
    let shrink: Int
    let columns: Range<Int>
    let rows: Range<Int>
}
