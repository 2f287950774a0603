/// What was made of a source.
package struct Rendered: Equatable, Sendable {
    package var source: SourceFacts
    /// One for each rendition, in their order.
    package var pictures: [Picture]
    /// The whole picture, small; nil when none was asked for.
    package var preview: Preview?
}

/// What a source turned out to be.
package struct SourceFacts: Equatable, Sendable {
    package var format: ImageFormat
    /// In pixels, of the upright picture.
    package var width: Int
    /// In pixels, of the upright picture.
    package var height: Int
    /// How its colours were understood.
    package var color: ColorFact
    /// What had to be held whole while it was decoded, so that memory grew with the picture; nil when nothing was.
    package var wholeFrame: String?
    /// How many rows of the file, from the first on, the picture was made of; nil when of all.
    package var intactRows: Int?
}

/// An encoded rendition.
package struct Picture: Equatable, Sendable {
    /// A file as it is to be stored.
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int
}

/// A small picture of the whole source, of its shape, for a placeholder.
package struct Preview: Equatable, Sendable {
    package var width: Int
    package var height: Int
    /// Red, green and blue in sRGB, three bytes a pixel, row after row from the top.
    package var pixels: [UInt8]
}
