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
    let filtered = try filter(
        ImageFile(descriptor: fileDescriptor, size: size),
        renditions,
        wholeEdges: [previewEdge, overviewEdge],
        in: Scratch(scratch),
        limits: limits
    )
    let maker = PictureMaker(filtered.shown, filtered.pyramid)
    return Rendered(
        source: filtered.facts,
        pictures: try maker.pictures(renditions),
        preview: try maker.preview(edge: previewEdge),
        overview: try maker.overview(edge: overviewEdge)
    )
}

/// A source that was decoded and filtered.
private struct Filtered {
    /// What is shown of it: all, or the rows before a cut.
    let shown: SourceHeader
    let facts: SourceFacts
    let pyramid: LightPyramid
}

/// Makes the pyramid for all that is wanted; the decoder is gone when it returns.
///
/// Where a file is cut shows only when it is decoded. If enough of it is there, it is decoded again as a picture of
/// those rows alone.
private func filter(
    _ file: ImageFile,
    _ renditions: [Rendition],
    wholeEdges: [Int],
    in scratch: Scratch,
    limits: ImageLimits
) throws(ImagingError) -> Filtered {
    let source = try openSource(file)
    try limits.check(source.header, hasScratchFile: scratch.file != nil)
    try source.prepare()
    let header = source.header
    func pyramid(_ source: any PictureSource, _ header: SourceHeader) throws(ImagingError) -> LightPyramid {
        var placements = renditions.map { Placement(of: $0, in: header) }
        placements += wholeEdges.filter { $0 > 0 }.map {
            Placement(wholeOf: header, edge: min($0, max(header.width, header.height)))
        }
        let pass = Pass(placements, of: header, background: limits.background, in: scratch)
        try pass.run(source, in: scratch)
        return pass.pyramid
    }
    func facts(intactRows: Int?) -> SourceFacts {
        SourceFacts(
            format: header.format,
            width: header.uprightSize.width,
            height: header.uprightSize.height,
            color: header.color.fact,
            frameBytes: header.frameBytes,
            intactRows: intactRows
        )
    }
    do throws(ImagingError) {
        return Filtered(shown: header, facts: facts(intactRows: nil), pyramid: try pyramid(source, header))
    } catch {
        guard case .truncated(let format, let rows) = error else { throw error }
        guard let rows, limits.accepts(rows: rows, of: header.height) else {
            throw .truncated(format, intactRows: rows)
        }
        var shorter = header
        shorter.height = rows
        shorter.isCut = true
        let rest = try openSource(file)
        try rest.prepare()
        let pyramid = try pyramid(rest, shorter)
        return Filtered(shown: shorter, facts: facts(intactRows: rows), pyramid: pyramid)
    }
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
