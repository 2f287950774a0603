import Threads

/// Makes encoded pictures of a pyramid, several at once.
///
/// Safe to share between threads: the pyramid is whole before any of them starts, and is only read from then on.
final class PictureMaker: @unchecked Sendable {
    private let header: SourceHeader
    private let pyramid: LightPyramid
    private let encode: LightEncoder

    /// Two, because each holds a picture and its encoder, and a worker has 30 MB.
    private static let threads = 2

    init(_ header: SourceHeader, _ pyramid: LightPyramid) {
        self.header = header
        self.pyramid = pyramid
        encode = LightEncoder(header.color.matrix)
    }

    /// One for each rendition, in their order.
    func pictures(_ renditions: [Rendition]) throws(ImagingError) -> [Picture] {
        let parts = try parts(renditions)
        // Renditions that differ in what is done to their pixels afterwards share them. The largest are the first, so
        // that no thread is left with one at the end.
        let distinct = Set(parts).sorted {
            ($0.width * $0.height, $0.x, $0.y) > ($1.width * $1.height, $1.x, $1.y)
        }
        let made = inParallel(distinct.count, threads: Self.threads) { index in
            Result { () throws(ImagingError) in
                let raster = try self.raster(distinct[index])
                var pictures: [(Int, Picture)] = []
                for (number, rendition) in renditions.enumerated() where parts[number] == distinct[index] {
                    pictures.append((number, try Self.picture(rendition, of: raster)))
                }
                return pictures
            }
        }
        var pictures: [(number: Int, picture: Picture)] = []
        for result in made { pictures += try result.get() }
        return pictures.sorted { $0.number < $1.number }.map(\.picture)
    }

    /// The whole picture, small, for a placeholder; nil with an edge of 0.
    func preview(edge: Int) throws(ImagingError) -> Preview? {
        if edge == 0 { return nil }
        let raster = try raster(Placement(wholeOf: header, edge: edge))
        return Preview(width: raster.width, height: raster.height, pixels: raster.bytes)
    }

    /// The whole picture for people to look at, and not for a place of a certain size; nil with an edge of 0.
    func overview(edge: Int) throws(ImagingError) -> Picture? {
        if edge == 0 { return nil }
        let raster = try raster(Placement(wholeOf: header, edge: min(edge, max(header.width, header.height))))
        let rendition = Rendition(width: raster.width, height: raster.height, encoding: .jpeg(quality: 75))
        return try Self.picture(rendition, of: raster)
    }

    /// The pixels of a part, upright.
    private func raster(_ part: Placement) throws(ImagingError) -> Raster {
        try pyramid.raster(of: part, encode).upright(from: header.orientation)
    }

    /// What each rendition shows of the picture, as it is stored.
    private func parts(_ renditions: [Rendition]) throws(ImagingError) -> [Placement] {
        // Most search the same.
        var seen: [Placement: Attention] = [:]
        var parts: [Placement] = []
        for rendition in renditions {
            let searched = Placement(of: rendition, in: header)
            let transposes = header.orientation.transposes
            let width = transposes ? rendition.height : rendition.width
            let height = transposes ? rendition.width : rendition.height
            // Only with a fit by attention is there more than its own.
            guard searched.width > width || searched.height > height else {
                parts.append(searched)
                continue
            }
            let small = searched.small(edge: Attention.enoughPixels, of: pyramid.area, in: header)
            let attention: Attention
            if let known = seen[small] {
                attention = known
            } else {
                attention = Attention(try pyramid.raster(of: small, encode))
                seen[small] = attention
            }
            let corner = attention.bestCut(
                width: width,
                height: height,
                of: (searched.width, searched.height)
            )
            parts.append(searched.part(x: corner.x, y: corner.y, width: width, height: height))
        }
        return parts
    }

    private static func picture(_ rendition: Rendition, of raster: Raster) throws(ImagingError) -> Picture {
        let pixels: Raster
        switch rendition.treatment {
        case .none: pixels = raster
        case .dimmed(let dimming): pixels = raster.dimmed(dimming)
        case .emblem(let shape):
            let emblem = Emblem(raster, shape: shape)
            return Picture(
                bytes: try PNGEncoder.encode(emblem),
                width: emblem.width,
                height: emblem.height,
                litShare: emblem.litShare
            )
        }
        let bytes: [UInt8]
        switch rendition.encoding {
        case .jpeg(let quality): bytes = try JPEGEncoder.encode(pixels, quality: quality)
        case .png: bytes = try PNGEncoder.encode(pixels)
        }
        return Picture(bytes: bytes, width: pixels.width, height: pixels.height, litShare: pixels.litShare)
    }
}
