/// What was made of a source.
package struct Rendered: Equatable, Sendable {
    package var source: SourceFacts
    /// One for each rendition, in their order.
    package var pictures: [Picture]
    /// The whole picture, small; nil when none was asked for.
    package var preview: Preview?
    /// The whole picture as a JPEG, of its shape; nil when none was asked for.
    package var overview: Picture?
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
    /// The bytes that had to be held of the whole picture while it was decoded; 0 when its rows came and went.
    package var frameBytes: Int
    /// How many rows of the file, from the first on, the picture was made of; nil when of all.
    package var intactRows: Int?
}

/// An encoded rendition.
package struct Picture: Equatable, Sendable {
    /// A file as it is to be stored.
    package var bytes: [UInt8]
    package var width: Int
    package var height: Int
    /// The share of pixels, from 0 to 1, that are not black; of an emblem, that are not transparent.
    package var litShare: Double
}

/// A small picture of the whole source, of its shape, for a placeholder.
package struct Preview: Equatable, Sendable {
    package var width: Int
    package var height: Int
    /// Red, green and blue in sRGB, three bytes a pixel, row after row from the top.
    package var pixels: [UInt8]
}
