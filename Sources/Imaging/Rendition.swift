/// One picture wanted of a source: how large, which part of it, what is done to it, and how it is encoded.
package struct Rendition: Equatable, Sendable {
    /// Which part of the source is shown when its shape is another one; a rendition is filled from edge to edge.
    package enum Fit: Equatable, Sendable {
        /// The middle.
        case centre
        /// The part that draws the eye: contrast, strong colours, and what differs from the rest.
        case attention
        /// The part around a point of the upright picture, each coordinate from 0 (left, top) to 1 (right, bottom).
        case focal(x: Double, y: Double)
    }

    /// What is done to the pixels.
    package enum Treatment: Equatable, Sendable {
        case none
        /// Darkened for a display that is always on.
        case dimmed(Dimming)
        /// A silhouette in white, its shape in the alpha channel, for tinted widgets.
        case emblem(EmblemShape)
    }

    /// The outline that an emblem keeps to.
    package enum EmblemShape: Equatable, Sendable {
        /// The largest circle that fits.
        case circle
        case rectangle
    }

    /// How the pixels are stored.
    package enum Encoding: Equatable, Sendable {
        /// Baseline, colour at half resolution (4:2:0), Huffman codes that suit a sample; `quality` from 1 to 100 on
        /// libjpeg's scale.
        case jpeg(quality: Int)
        case png
    }

    /// In pixels, from 1 to ``maximumEdge``.
    package var width: Int
    /// In pixels, from 1 to ``maximumEdge``.
    package var height: Int
    package var fit: Fit
    package var treatment: Treatment
    package var encoding: Encoding

    /// No rendition may be wider or higher.
    package static let maximumEdge = 4096

    /// No emblem may be wider or higher; it is worked out in numbers that take many times a picture's bytes.
    package static let maximumEmblemEdge = 1024

    package init(
        width: Int,
        height: Int,
        fit: Fit = .centre,
        treatment: Treatment = .none,
        encoding: Encoding
    ) {
        self.width = width
        self.height = height
        self.fit = fit
        self.treatment = treatment
        self.encoding = encoding
    }
}

extension Rendition {
    /// Refuses what cannot be made of any source.
    func check() throws(ImagingError) {
        let edges = 1...Self.maximumEdge
        guard edges.contains(width), edges.contains(height) else {
            throw .impossibleRendition("\(width)x\(height) pixels; each edge must have \(edges)")
        }
        if case .jpeg(let quality) = encoding, !(1...100).contains(quality) {
            throw .impossibleRendition("JPEG quality \(quality); it must be in 1...100")
        }
        if case .focal(let x, let y) = fit, !(0...1).contains(x) || !(0...1).contains(y) {
            throw .impossibleRendition("a focal point at \(x), \(y); each must be in 0...1")
        }
        if case .dimmed(let dimming) = treatment,
            !(0...1).contains(dimming.brightness) || !(0...1).contains(dimming.blackPoint)
        {
            throw .impossibleRendition(
                "dimming to brightness \(dimming.brightness) with black point \(dimming.blackPoint); "
                    + "each must be in 0...1"
            )
        }
        if case .emblem = treatment, max(width, height) > Self.maximumEmblemEdge {
            throw .impossibleRendition(
                "an emblem of \(width)x\(height) pixels; each edge must have at most \(Self.maximumEmblemEdge)"
            )
        }
        if case (.emblem, .jpeg) = (treatment, encoding) {
            throw .impossibleRendition("an emblem as JPEG, which has no alpha; use PNG")
        }
    }
}

/// How a picture is darkened for a display that is always on.
package struct Dimming: Equatable, Sendable {
    /// The share of each pixel's light that stays, from 0 to 1.
    package var brightness: Double
    /// The darkened luminance, from 0 to 1 in linear light, at and below which a pixel goes out altogether; 0 leaves
    /// all as they are.
    package var blackPoint: Double

    package init(brightness: Double, blackPoint: Double) {
        self.brightness = brightness
        self.blackPoint = blackPoint
    }
}
