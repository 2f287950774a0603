/// What a source may be, and what is made of one that is not as it should be.
package struct ImageLimits: Equatable, Sendable {
    /// The most pixels that a source may have.
    package var maximumPixels: Int
    /// The most pixels that a source may have in a row or a column.
    package var maximumEdge: Int
    /// How many percent of a picture's rows must be whole for a file that ends early to be taken anyway.
    ///
    /// The picture then consists of the rows before the cut alone. nil: such a file is refused. An interlaced or
    /// progressive file that is cut has no whole rows.
    package var minimumIntactPercent: Int?
    /// What shows through where the source is transparent.
    package var background: Color
    /// The most bytes that may be held of a whole picture, for sources that can only be decoded so.
    ///
    /// These are lossless WebP, WebP with alpha, HEIC and, without a scratch file, interlaced PNG. Of all others rows
    /// come and go.
    package var maximumFrameBytes: Int

    package init(
        maximumPixels: Int = 100_000_000,
        maximumEdge: Int = 30_000,
        minimumIntactPercent: Int? = nil,
        background: Color = .white,
        maximumFrameBytes: Int = 8_000_000
    ) {
        self.maximumPixels = maximumPixels
        self.maximumEdge = maximumEdge
        self.minimumIntactPercent = minimumIntactPercent
        self.background = background
        self.maximumFrameBytes = maximumFrameBytes
    }
}

extension ImageLimits {
    /// Whether the first rows of a picture that is cut are enough.
    func accepts(rows: Int, of height: Int) -> Bool {
        guard let minimumIntactPercent, rows > 0 else { return false }
        return rows * 100 >= height * minimumIntactPercent
    }

    /// Refuses a source for its size, before anything is allocated for it, or for what decoding it takes.
    ///
    /// - Parameter hasScratchFile: Otherwise what has to wait is held in memory, too.
    func check(_ header: SourceHeader, hasScratchFile: Bool) throws(ImagingError) {
        let (width, height) = header.uprightSize
        guard width > 0, height > 0 else { throw .damaged(header.format, "it has no pixels") }
        guard width <= maximumEdge, height <= maximumEdge, width * height <= maximumPixels else {
            throw .tooLarge(width: width, height: height, self)
        }
        if header.isCut, minimumIntactPercent == nil { throw .truncated(header.format, intactRows: nil) }
        let held = header.frameBytes + (hasScratchFile ? 0 : header.waitingBytes)
        guard held <= maximumFrameBytes else { throw .needsWholeFrame(header.format, bytes: held, self) }
    }
}

/// A colour in sRGB.
package struct Color: Equatable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    package static let white = Color(red: 255, green: 255, blue: 255)
    package static let black = Color(red: 0, green: 0, blue: 0)
}
