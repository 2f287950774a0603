// What libFuzzer calls: it is compiled together with the sources of Imaging, see `run`.

import Glibc

/// A file without a name.
private func temporaryFile() -> CInt {
    var name = Array("/dev/shm/fuzz-pictures-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0, unlink(name) == 0 else { fatalError("no file") }
    return descriptor
}

/// Holds one case after the other.
private let file = temporaryFile()

/// For every other case, by its length; the rest do with memory.
private let scratch = temporaryFile()

private let renditions = [
    Rendition(width: 40, height: 30, fit: .attention, encoding: .jpeg(quality: 80)),
    Rendition(width: 7, height: 50, fit: .focal(x: 0.2, y: 0.9), encoding: .png),
    Rendition(width: 24, height: 24, fit: .attention, treatment: .emblem(.circle), encoding: .png),
]

/// Small, so that there are many cases a second; what a header claims may be larger.
private let limits = ImageLimits(
    maximumPixels: 1_000_000,
    minimumIntactPercent: 50,
    maximumFrameBytes: 16_000_000
)

/// Refusals are as good as pictures; what counts is that one of both comes, and soon.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard ftruncate(file, 0) == 0, pwrite(file, bytes, count, 0) == count else { fatalError("no room") }
    do throws(ImagingError) {
        let rendered = try render(
            fileDescriptor: file,
            size: count,
            renditions,
            previewEdge: 16,
            scratch: count % 2 == 0 ? scratch : nil,
            limits: limits
        )
        for (picture, rendition) in zip(rendered.pictures, renditions) {
            precondition(picture.width == rendition.width && picture.height == rendition.height)
        }
    } catch {
        precondition(!error.description.isEmpty)
    }
    return 0
}
