import Foundation
import Testing
import TestSupport

/// Peak resident memory of `render-picture` in kB, by the system's account.
func peakMemory(_ arguments: [String], status: Int32 = 0) throws -> Int {
    let run = try RunningProgram.run(try RunningProgram.built("render-picture"), arguments)
    try #require(run.status == status, "\(run.errors)")
    return try #require(run.lines.last.flatMap { Int($0) }, "\(run)")
}

@Suite("Memory stays under 30 MB")
struct MemoryTests {
    private static let variants = [
        "600x900,attention", "510x510", "1092x510,attention", "1092x1146,attention",
        "228x228,attention,circle,png",
    ]

    private static let usual = [
        "baseline.jpg", "progressive.jpg", "plain.png", "interlaced.png", "lossy.webp", "huge-lossy.webp",
        "wide-baseline.jpg",
    ]

    @Test(
        "for pictures of 8K, and of 100 megapixels, which are the most that is read",
        arguments: usual
            + MemoryShapes.further([
                "huge-progressive.jpg", "huge-interlaced.png", "wide-chroma.jpg", "wide-interlaced.png",
                "tall-turned5-chroma.jpg", "wide-turned6-inks.jpg",
                "tall-turned8-inks.jpg", "huge-turned6-inks.jpg", "wide-turned8-deep.png",
                "tall-turned7-deep.png",
            ])
    )
    func large(_ name: String) throws {
        let directory = try TemporaryDirectory()
        let path = try Pictures.large(name, in: directory)
        let single = try peakMemory([path, "-", "600x900"])
        #expect(single < 30_000, "\(single) kB for one rendition")
        let several = try peakMemory([path, "-", "preview=32"] + Self.variants)
        #expect(several < 30_000, "\(several) kB for several")
    }
}
