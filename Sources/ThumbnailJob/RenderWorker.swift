import Glibc
import Imaging
import StrictJSON
import Thumbnails
package import WorkerProcess

/// The other side of the pool: a process that decodes what comes from outside, and may do nothing else.
package enum RenderWorker {
    /// The C library's settings (glibc manual, "Tunables"): large memory goes back to the system as soon as it is free,
    /// instead of being kept for the next time.
    static let environment = ["GLIBC_TUNABLES=glibc.malloc.mmap_threshold=65536:glibc.malloc.arena_max=1"]

    /// How large the scratch file may become: the coefficients of a progressive JPEG of the most pixels that are read, and
    /// as much again.
    private static let scratchLimit = 2 << 30

    /// Sent once it is confined, before the first order.
    static let greeting = Array("ready".utf8)

    /// Makes what it is ordered until the connection ends.
    ///
    /// - Parameters:
    ///   - addressSpaceBytes: The most that it may have.
    ///   - readsHEIC: Whether to load what that takes, which is not possible later.
    /// - Throws: `WorkerError` when it cannot be confined or spoken to; the process must then end.
    package static func run(addressSpaceBytes: Int, readsHEIC: Bool) throws(WorkerError) {
        // Without the library a file's refusal says so.
        if readsHEIC { _ = HEICLibrary.load() }
        let socket = MessageSocket(owning: WorkerProcess.socketDescriptor)
        try Confinement(addressSpaceBytes: addressSpaceBytes, fileBytes: scratchLimit).enter()
        try socket.send(greeting)
        while let (message, file) = try socket.receive(upTo: 1 << 20) {
            guard let file else { throw .malformed("an order without a file") }
            defer { close(file) }
            guard let document = try? JSON(parsing: message), let order = RenderOrder(document) else {
                throw .malformed("no order")
            }
            try socket.send(answer(order, file).message)
        }
    }

    static func answer(_ order: RenderOrder, _ file: Int32) -> RenderAnswer {
        do throws(ImagingError) {
            return .made(try made(order, file))
        } catch {
            switch error {
            case .scratchFailed(let code): return .stuck(code: code)
            case .unreadable: return .unreadable
            default: return .failed(error.description)
            }
        }
    }

    private static func made(_ order: RenderOrder, _ file: Int32) throws(ImagingError) -> RenderAnswer.Made {
        var limits = ImageLimits()
        limits.maximumFrameBytes = order.frameBytes
        let rendered = try render(
            fileDescriptor: file,
            size: order.byteCount,
            order.items.map { $0.rendition(focus: order.focus) },
            previewEdge: RenderAnswer.previewEdge,
            overviewEdge: order.beforeEdge ?? 0,
            scratch: WorkerProcess.fileDescriptor,
            limits: limits
        )
        guard let preview = rendered.preview else { throw .impossibleRendition("a preview") }
        var pictures = rendered.pictures.map(\.bytes)
        for (index, item) in order.items.enumerated() where pictures[index].count > item.byteCap {
            pictures[index] = try smaller(item, order, file, limits)
        }
        return RenderAnswer.Made(
            pictures: pictures,
            litPermille: rendered.pictures.map { Int(($0.litShare * 1000).rounded()) },
            preview: (preview.width, preview.height, preview.pixels),
            source: (rendered.source.width, rendered.source.height),
            before: rendered.overview?.bytes
        )
    }

    /// A picture that is hard to compress, at the best quality with which it has no more bytes than it may.
    private static func smaller(
        _ item: RenderOrder.Item,
        _ order: RenderOrder,
        _ file: Int32,
        _ limits: ImageLimits
    ) throws(ImagingError) -> [UInt8] {
        guard case .jpeg(var quality) = item.encoding else {
            throw .impossibleRendition("a PNG of \(item.size) with at most \(item.byteCap) bytes")
        }
        while quality > 10 {
            quality -= 10
            let rendition = item.rendition(focus: order.focus, quality: quality)
            let rendered = try render(
                fileDescriptor: file,
                size: order.byteCount,
                [rendition],
                scratch: WorkerProcess.fileDescriptor,
                limits: limits
            )
            if let bytes = rendered.pictures.first?.bytes, bytes.count <= item.byteCap { return bytes }
        }
        throw .impossibleRendition("a JPEG of \(item.size) with at most \(item.byteCap) bytes")
    }
}
