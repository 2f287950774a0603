import Foundation
import StrictJSON
import Testing
import TestSupport
import WallpaperManifest

@testable import ThumbnailJob

@Suite("A wallpaper of which a picture cannot be made")
struct FailedRenditionTests {
    /// A tenth of a byte for each pixel: too little for grain where each grain is a pixel, enough where four are one.
    private static let recipes = """
        {
          "limits": {"memoryBytes": 30000000, "reserveBytes": 6000000, "areaFactor": 4.4, "archiveBytes": 10485760,
                     "bytesPerPixel": 0.1, "cropPercent": 10},
          "recipes": {
            "coarse": {"summary": "Coarse.", "families": ["systemSmall"], "entries": 1, "fit": "centre",
                       "format": "jpeg", "quality": 80, "size": [200, 200], "unsafeOn": []},
            "fine": {"summary": "Fine.", "families": ["systemSmall"], "entries": 1, "fit": "centre",
                     "format": "jpeg", "quality": 80, "size": [400, 400], "unsafeOn": []},
            "wide": {"summary": "Wide.", "families": ["systemMedium"], "entries": 1, "fit": "centre",
                     "format": "jpeg", "quality": 80, "size": [400, 300], "unsafeOn": []}
          }
        }
        """

    @Test("is set aside with the reason, and nothing of it is published or left behind")
    func isSetAside() throws {
        let job = try Job()
        try TinyRecipes.write(Self.recipes, to: job.directory.file("recipes"))
        try job.draw(
            ["aurora/calm.jpg": [200, 100, 50], "aurora/still.png": [10, 90, 50]],
            width: 400,
            height: 400
        )
        let answer = try Python.answer(
            to: .string("\(job.source)/aurora/grain.png"),
            """
            import numpy
            from PIL import Image
            grain = numpy.random.default_rng(1).integers(0, 256, (400, 400), numpy.uint8)
            Image.fromarray(grain).save(request)
            answer = True
            """
        )
        #expect(answer == true)
        let summary = try job.run()
        #expect(summary.failures.map(\.file) == ["grain.png"])
        let reason = try #require(summary.failures.first).reason
        #expect(reason.contains("no such rendition can be made: a JPEG of 400x"), "\(reason)")
        #expect(try job.published() == ["calm", "still"])
        #expect(try job.faults() == [])
        let published = try #require(try job.manifest()).wallpapers.flatMap { $0.variants.map(\.file.name) }
        #expect(published.count == 6)
        let images = try FileManager.default.contentsOfDirectory(atPath: "\(job.output)/images")
        #expect(Set(images) == Set(published))
    }
}
