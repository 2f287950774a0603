import Foundation
import Rollout
import Testing
import TestSupport
import Thumbnails

@testable import ThumbnailJob

@Suite("What lies in a source folder")
struct HostileSourceTests {
    private let job: Job

    init() throws {
        job = try Job()
        try job.draw(["aurora/good.jpg": [0, 90, 200]])
    }

    private func reasons(_ summary: Summary) -> [String: String] {
        Dictionary(summary.failures.map { ($0.file, $0.reason) }) { first, _ in first }
    }

    @Test("and is no whole picture is set aside with the reason, costs nothing else, and is not tried again")
    func damaged() throws {
        try job.draw(
            ["aurora/cut.jpg": [9, 90, 9], "aurora/named.jpg": [9, 9, 90]],
            width: 400,
            height: 300
        )
        let cut = "\(job.source)/aurora/cut.jpg"
        #expect(truncate(cut, 2000) == 0)
        try job.write("", to: "aurora/empty.jpg")
        try job.write("no picture at all", to: "aurora/foreign.png")
        try FileManager.default.moveItem(
            atPath: "\(job.source)/aurora/named.jpg",
            toPath: "\(job.source)/aurora/really-a-jpeg.png"
        )
        let summary = try job.run()
        let reasons = reasons(summary)
        #expect(reasons.count == 3)
        #expect(reasons["cut.jpg"]?.contains("ends too early") == true)
        #expect(reasons["empty.jpg"]?.contains("empty") == true)
        #expect(reasons["foreign.png"]?.contains("is not a") == true)
        #expect(try job.published() == ["good", "really-a-jpeg"])
        let second = try job.run()
        #expect(second.made.isEmpty && self.reasons(second) == reasons)
        #expect(try job.run { $0.retriesFailed = true }.failures.count == 3)
        // Whole again, it is taken.
        try job.draw(["aurora/cut.jpg": [9, 90, 9]])
        #expect(try job.run().made.map(\.file) == ["cut.jpg"])
    }

    @Test("and leads out of it is not followed")
    func links() throws {
        let outside = job.directory.file("outside.jpg")
        try FileManager.default.copyItem(atPath: "\(job.source)/aurora/good.jpg", toPath: outside)
        try FileManager.default.createSymbolicLink(
            atPath: "\(job.source)/aurora/link.jpg",
            withDestinationPath: outside
        )
        let folder = job.directory.file("elsewhere")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: outside, toPath: "\(folder)/secret.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: "\(job.source)/minimal",
            withDestinationPath: folder
        )
        let summary = try job.run()
        #expect(reasons(summary)["link.jpg"]?.contains("links are not followed") == true)
        #expect(summary.ignored == ["minimal"])
        #expect(try job.published() == ["good"] && job.manifest("minimal") == nil)
    }

    @Test("under a hostile name is set aside or shown as text, and never leads anywhere")
    func names() throws {
        let good = "\(job.source)/aurora/good.jpg"
        for name in [
            "new\nline.jpg", "..jpg", "a..b.jpg", "<script>alert(1)<.jpg", "tab\t.jpg", "\u{202E}gpj.jpg",
        ] {
            try FileManager.default.copyItem(atPath: good, toPath: "\(job.source)/aurora/\(name)")
        }
        try FileManager.default.createDirectory(
            atPath: "\(job.source)/..\u{1}evil",
            withIntermediateDirectories: true
        )
        let summary = try job.run()
        #expect(Set(reasons(summary).keys) == ["new\nline.jpg", "tab\t.jpg", "\u{202E}gpj.jpg"])
        #expect(try job.published() == ["<script>alert(1)<", "a..b", "good"])
        let page = try String(contentsOfFile: "\(job.output)/report/index.html", encoding: .utf8)
        #expect(page.contains("&lt;script&gt;alert(1)&lt;.jpg") && !page.contains("<script"))
        #expect(page.contains(" % lit</figcaption>"))
        #expect(!page.contains("new\nline.jpg") && page.contains("new\u{FFFD}line.jpg"))
    }

    @Test("beside pictures is passed over, but notes without a picture and twins are faults")
    func others() throws {
        try job.write("hello", to: "aurora/README.md")
        try job.write("{}", to: "aurora/gone.json")
        try job.write("{\"titel\": \"x\"}", to: "aurora/good.json")
        try job.draw([
            "aurora/twin.jpg": [1, 2, 3], "aurora/twin.png": [1, 2, 3], "aurora/fine.jpg": [1, 2, 3],
        ])
        try job.write("x", to: "notes.txt")
        try job.write("x", to: "Not An App/x.jpg")
        let summary = try job.run()
        let reasons = reasons(summary)
        #expect(summary.ignored == ["Not An App/", "aurora/README.md", "notes.txt"])
        #expect(Set(reasons.keys) == ["gone.json", "good.jpg", "twin.jpg", "twin.png"])
        #expect(reasons["good.jpg"]?.contains("did you mean \"title\"?") == true)
        #expect(try job.published() == ["fine"])
    }

    @Test("may be HEIC, which a worker can read though it may not load a library any more")
    func heic() throws {
        try job.draw(["aurora/fjord.png": [0, 90, 200]], width: 320, height: 240)
        let png = "\(job.source)/aurora/fjord.png"
        let encoder = URL(filePath: "/usr/bin/heif-enc")
        let end = try RunningProgram.run(encoder, [png, "-o", "\(job.source)/aurora/photo.heic"])
        #expect(end.status == 0, "\(end.errors)")
        let summary = try job.run { $0.workerCount = 1 }
        #expect(summary.failures == [])
        #expect(try job.published() == ["fjord", "good", "photo"])
        let refused = try job.run {
            $0.frameBytes = 0
            $0.output += "-2"
        }
        #expect(refused.failures.map(\.file) == ["photo.heic"])
    }

    @Test("and cannot be made any more stays as it was published")
    func damagedLater() throws {
        try job.run()
        try job.write("rubbish", to: "aurora/good.jpg")
        let summary = try job.run()
        #expect(summary.failures.count == 1 && !summary.isClean)
        #expect(try job.published() == ["good"])
        #expect(try job.faults() == [])
    }

    @Test("and changes while it is read is left for the next run")
    func changing() throws {
        let source = try SourceFolder(path: job.source)
        let picture = try #require(try source.listing().pictures.first)
        let open = try source.open(picture)
        try job.write("other", to: "aurora/good.jpg")
        let isUnchanged = open?.isUnchanged
        let hash = open?.hash()
        let again = try source.open(picture) == nil
        #expect(isUnchanged == false && hash == nil && again)
    }
}
