import Foundation
import Imaging
import Testing

private let folder = "/usr/share/libjxl-testdata"
private let areInstalled = FileManager.default.fileExists(atPath: folder)

/// Pictures of other projects, which Debian's package `libjxl-testdata` installs: a part of PngSuite, JPEGs of uncommon
/// kinds, and colours beyond sRGB.
@Suite(
    "Corner cases of others",
    .enabled(if: areInstalled, "libjxl-testdata is not installed")
)
struct CornerCaseTests {
    /// The files of a folder with an ending.
    private static func files(in name: String, _ ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(name)")) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(name)/\($0)" }
    }

    @Test(
        "are there, so that none is passed over",
        arguments: [
            ("external/pngsuite", ".png"), ("jxl/flower", ".jpg"), ("external/wide-gamut-tests", ".png"),
            ("external/wesaturate/64px", "_srgb8.png"),
        ]
    )
    func areThere(_ folder: String, _ ending: String) {
        #expect(!Self.files(in: folder, ending).isEmpty)
    }

    private func difference(_ name: String) throws -> Pictures.Difference {
        let path = "\(folder)/\(name)"
        let source = try Pictures.render(path: path, []).source
        let rendition = Rendition.png(source.width, source.height)
        let picture = try #require(try Pictures.render(path: path, [rendition]).pictures.first)
        let result = Pictures.Result(name: path, rendition: rendition, bytes: picture.bytes)
        return try #require(try Pictures.differencesOfColors([result]).first)
    }

    @Test(
        "of PngSuite come to what their gamma and colours say",
        arguments: files(in: "external/pngsuite", ".png")
    )
    func pngSuite(_ name: String) throws {
        let difference = try difference(name)
        #expect(difference.mean <= 1, "\(difference)")
    }

    @Test(
        "of JPEG come to what they are: RGB, uncommon subsampling, a scan for each colour, restarts",
        arguments: files(in: "jxl/flower", ".jpg")
    )
    func jpeg(_ name: String) throws {
        let difference = try difference(name)
        #expect(difference.mean <= 1, "\(difference)")
    }

    @Test(
        "of wide colours are converted as Little CMS does",
        arguments: files(in: "external/wide-gamut-tests", ".png")
            + files(in: "external/wesaturate/64px", "_srgb8.png")
    )
    func wideColors(_ name: String) throws {
        let difference = try difference(name)
        #expect(difference.mean <= 2, "\(difference)")
    }
}
