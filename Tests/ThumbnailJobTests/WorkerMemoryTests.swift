import Foundation
import StrictJSON
import Testing
import TestSupport

/// Of the program itself, with the recipes of this repository; pictures are made by `ImagingTests`' script.
///
/// What is built for debugging holds some MB more than what is shipped, whose figures are in `thumbnails.md`.
@Suite("A worker's memory")
struct WorkerMemoryTests {
    /// In MiB, as the limits of extensions are.
    private static func bytes(_ mebibytes: Range<Int64>) -> Range<Int64> {
        mebibytes.lowerBound << 20..<mebibytes.upperBound << 20
    }

    /// In bytes.
    private func peak(_ name: String) throws -> Int64 {
        let directory = try TemporaryDirectory()
        let source = directory.file("source/aurora")
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        let script = Repository.root.appending(path: "Tests/ImagingTests/Python/pictures.py").path
        let python = URL(filePath: "/usr/bin/python3")
        let made = try RunningProgram.run(python, ["-B", script, "large", source, name])
        try #require(made.status == 0, "\(made.errors)")
        let run = try RunningProgram.run(
            try RunningProgram.built("thumbnailer"),
            [
                "run", "--source", directory.file("source"), "--output", directory.file("output"),
                "--recipes",
                Repository.root.appending(path: "Thumbnails").path, "--workers", "1", "--json",
            ]
        )
        try #require(run.status == 0, "\(run)")
        let summary = try JSON(parsing: Array(run.output.utf8))
        guard case .integer(let bytes)? = summary.member("peakWorkerBytes") else {
            Issue.record("\(run.output)")
            return 0
        }
        return bytes
    }

    private static let usual = [
        "huge-progressive.jpg", "huge-interlaced.png", "wide-chroma.jpg", "tall-turned6-chroma.jpg",
        "tall-turned8-deep.png",
    ]

    @Test(
        "stays under 30 MiB for whatever is in a picture of 100 megapixels",
        arguments: usual
            + MemoryShapes.further([
                "huge-baseline.jpg", "huge-plain.png", "wide-progressive.jpg", "wide-turned5-inks.jpg",
                "tall-inks.jpg", "huge-turned7-inks.jpg", "wide-turned5-deep.png",
            ])
    )
    func held(_ name: String) throws {
        let bytes = try peak(name)
        #expect(Self.bytes(8..<30).contains(bytes), "\(bytes)")
    }
}
