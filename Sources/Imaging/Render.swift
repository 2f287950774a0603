/// Makes all renditions of a source in one pass over it.
///
/// A source is decoded, filtered and let go row by row. Memory then depends on the renditions, and hardly on the size
/// of the source.
///
/// - Parameters:
///   - fileDescriptor: A file to read from, which stays open; its offset is not used.
///   - size: How many bytes of it to read.
///   - scratch: A file to put aside what is too much for memory, which may be written all over; what it then holds is of
///     no use. nil: memory is used, for the pixels of all renditions, and for what a progressive JPEG or an interlaced
///     PNG has too much of.
///   - previewEdge: The longer edge of a preview, in pixels; 0 for none.
///   - overviewEdge: The longer edge of an overview, in pixels, or that of the source where it is shorter; 0 for none.
/// - Throws: Also when the file is damaged in parts that no rendition shows.
package func render(
    fileDescriptor: Int32,
    size: Int,
    _ renditions: [Rendition],
    previewEdge: Int = 0,
    overviewEdge: Int = 0,
    scratch: Int32? = nil,
    limits: ImageLimits = ImageLimits()
) throws(ImagingError) -> Rendered {
    for rendition in renditions { try rendition.check() }
    let aside = Scratch(scratch)
    var (header, rasters, intactRows) = try resample(
        ImageFile(descriptor: fileDescriptor, size: size),
        renditions,
        previewEdge: previewEdge,
        overviewEdge: overviewEdge,
        in: aside,
        limits: limits
    )
    var overview: Picture?
    if overviewEdge > 0, let raster = try rasters.popLast()?.raster().upright(from: header.orientation) {
        overview = try picture(.overview(of: raster), of: raster)
    }
    var preview: Preview?
    if previewEdge > 0, let raster = try rasters.popLast()?.raster().upright(from: header.orientation) {
        preview = Preview(width: raster.width, height: raster.height, pixels: raster.bytes)
    }
    var pictures: [Picture] = []
    for (rendition, raster) in zip(renditions, rasters) {
        let part = try cut(raster, for: rendition, header.orientation)
        pictures.append(try picture(rendition, of: part.upright(from: header.orientation)))
    }
    return Rendered(
        source: SourceFacts(
            format: header.format,
            width: header.uprightSize.width,
            height: header.uprightSize.height,
            color: header.color.fact,
            frameBytes: header.frameBytes,
            intactRows: intactRows
        ),
        pictures: pictures,
        preview: preview,
        overview: overview
    )
}

/// Makes the pixels of all renditions, and behind them those of a preview and of an overview; the decoder is gone when
/// it returns.
///
/// Where a file is cut shows only when it is decoded. If enough of it is there, it is decoded again as a picture of
/// those rows alone.
private func resample(
    _ file: ImageFile,
    _ renditions: [Rendition],
    previewEdge: Int,
    overviewEdge: Int,
    in scratch: Scratch,
    limits: ImageLimits
) throws(ImagingError) -> (SourceHeader, [HeldRaster], intactRows: Int?) {
    let source = try openSource(file)
    let header = source.header
    try limits.check(header, hasScratchFile: scratch.file != nil)
    let wholeEdges = [previewEdge, min(overviewEdge, max(header.width, header.height))].filter { $0 > 0 }
    do throws(ImagingError) {
        let rasters = try resample(source, header, renditions, wholeEdges, in: scratch, limits)
        return (header, rasters, nil)
    } catch {
        guard case .truncated(let format, let rows) = error else { throw error }
        guard let rows, limits.accepts(rows: rows, of: header.height) else {
            throw .truncated(format, intactRows: rows)
        }
        var shorter = header
        shorter.height = rows
        shorter.isCut = true
        let rasters = try resample(openSource(file), shorter, renditions, wholeEdges, in: scratch, limits)
        return (header, rasters, rows)
    }
}

private func resample(
    _ source: any PictureSource,
    _ header: SourceHeader,
    _ renditions: [Rendition],
    _ wholeEdges: [Int],
    in scratch: Scratch,
    _ limits: ImageLimits
) throws(ImagingError) -> [HeldRaster] {
    var placements = renditions.map {
        Placement(of: $0, width: header.width, height: header.height, orientation: header.orientation)
    }
    placements += wholeEdges.map { Placement(wholeOf: header, edge: $0) }
    let pass = Pass(placements, of: header, background: limits.background, in: scratch)
    try pass.run(source, in: scratch)
    return placements.compactMap { pass[$0] }
}

private func openSource(_ file: ImageFile) throws(ImagingError) -> any PictureSource {
    guard let format = ImageFormat(signature: try file.bytes(at: 0, count: ImageFormat.signatureSize)) else {
        throw .unknownFormat
    }
    switch format {
    case .jpeg: return try JPEGSource(file)
    case .png: return try PNGSource(file)
    case .webp: return try WebPSource(file)
    case .heic: return try HEICSource(file)
    }
}

private func picture(_ rendition: Rendition, of part: Raster) throws(ImagingError) -> Picture {
    let pixels: Raster
    switch rendition.treatment {
    case .none: pixels = part
    case .dimmed(let dimming): pixels = part.dimmed(dimming)
    case .emblem(let shape):
        let emblem = Emblem(part, shape: shape)
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

extension Rendition {
    /// For people to look at, and not for a place of a certain size.
    fileprivate static func overview(of raster: Raster) -> Rendition {
        Rendition(width: raster.width, height: raster.height, encoding: .jpeg(quality: 75))
    }
}

/// What a rendition shows of the pixels that were made, as the stored picture lies.
///
/// Only with a fit by attention is there more than its own. What is cut off is never held together with the rest.
private func cut(
    _ held: HeldRaster,
    for rendition: Rendition,
    _ orientation: Orientation
) throws(ImagingError) -> Raster {
    let width = orientation.transposes ? rendition.height : rendition.width
    let height = orientation.transposes ? rendition.width : rendition.height
    guard held.width > width || held.height > height else { return try held.raster() }
    let corner = Attention(try held.raster()).bestCut(width: width, height: height)
    return try held.part(x: corner.x, y: corner.y, width: width, height: height)
}
