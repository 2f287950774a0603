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
/// - Throws: Also when the file is damaged in parts that no rendition shows.
package func render(
    fileDescriptor: Int32,
    size: Int,
    _ renditions: [Rendition],
    previewEdge: Int = 0,
    scratch: Int32? = nil,
    limits: ImageLimits = ImageLimits()
) throws(ImagingError) -> Rendered {
    for rendition in renditions { try rendition.check() }
    let aside = Scratch(scratch)
    var (header, rasters, intactRows) = try resample(
        ImageFile(descriptor: fileDescriptor, size: size),
        renditions,
        previewEdge: previewEdge,
        in: aside,
        limits: limits
    )
    var preview: Preview?
    if previewEdge > 0, let raster = try rasters.popLast()?.raster().upright(from: header.orientation) {
        preview = Preview(width: raster.width, height: raster.height, pixels: raster.bytes)
    }
    var pictures: [Picture] = []
    for (rendition, raster) in zip(renditions, rasters) {
        pictures.append(try picture(rendition, of: try raster.raster().upright(from: header.orientation)))
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
        preview: preview
    )
}

/// Makes the pixels of all renditions, and those of a preview behind them; the decoder is gone when it returns.
///
/// Where a file is cut shows only when it is decoded. If enough of it is there, it is decoded again as a picture of
/// those rows alone.
private func resample(
    _ file: ImageFile,
    _ renditions: [Rendition],
    previewEdge: Int,
    in scratch: Scratch,
    limits: ImageLimits
) throws(ImagingError) -> (SourceHeader, [HeldRaster], intactRows: Int?) {
    let source = try openSource(file)
    let header = source.header
    try limits.check(header, hasScratchFile: scratch.file != nil)
    do throws(ImagingError) {
        let rasters = try resample(source, header, renditions, previewEdge, in: scratch, limits)
        return (header, rasters, nil)
    } catch {
        guard case .truncated(let format, let rows) = error else { throw error }
        guard let rows, limits.accepts(rows: rows, of: header.height) else {
            throw .truncated(format, intactRows: rows)
        }
        var shorter = header
        shorter.height = rows
        shorter.isCut = true
        let rasters = try resample(openSource(file), shorter, renditions, previewEdge, in: scratch, limits)
        return (header, rasters, rows)
    }
}

private func resample(
    _ source: any PictureSource,
    _ header: SourceHeader,
    _ renditions: [Rendition],
    _ previewEdge: Int,
    in scratch: Scratch,
    _ limits: ImageLimits
) throws(ImagingError) -> [HeldRaster] {
    var placements = renditions.map {
        Placement(of: $0, width: header.width, height: header.height, orientation: header.orientation)
    }
    if previewEdge > 0 { placements.append(Placement(wholeOf: header, edge: previewEdge)) }
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

private func picture(_ rendition: Rendition, of raster: Raster) throws(ImagingError) -> Picture {
    let part = cut(raster, for: rendition)
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

/// Only with a fit by attention is there more than the rendition's own pixels.
private func cut(_ raster: Raster, for rendition: Rendition) -> Raster {
    guard raster.width > rendition.width || raster.height > rendition.height else { return raster }
    let corner = Attention(raster).bestCut(of: raster, width: rendition.width, height: rendition.height)
    return raster.cropped(x: corner.x, y: corner.y, width: rendition.width, height: rendition.height)
}
