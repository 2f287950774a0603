import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport
import Thumbnails
import WallpaperManifest

@testable import ThumbnailJob

@Suite("A nightly run")
struct NightlyRunTests {
    private let job: Job

    init() throws { job = try Job() }

    @Test("publishes every wallpaper of every app, and the next night only looks")
    func twoNights() throws {
        try job.draw([
            "aurora/fjord.jpg": [0, 90, 200], "aurora/dune.png": [200, 90, 0], "minimal/one.jpg": [9, 9, 9],
        ])
        try job.write(
            #"{"title": "The fjord", "category": "nature", "until": "2030-01-01T00:00:00Z"}"#,
            to: "aurora/fjord.json"
        )
        let first = try job.run()
        #expect(first.made.map(\.file) == ["dune.png", "fjord.jpg", "one.jpg"] && first.isClean)
        #expect((1_000_000..<30_000_000).contains(first.peakWorkerMemory) && first.bytesOut > 0)
        let manifest = try #require(try job.manifest())
        #expect(manifest.wallpapers.map(\.id.text) == ["dune", "fjord"])
        let fjord = manifest.wallpapers[1]
        #expect(fjord.title == "The fjord" && fjord.category?.text == "nature")
        #expect(fjord.publication.until?.description == "2030-01-01T00:00:00Z")
        #expect(fjord.variants.map { "\($0.recipe) \($0.size)" } == ["flat 24x12", "tiny 16x16"])
        #expect(fjord.placeholder.utf8.count == 28)
        #expect(try job.published("minimal") == ["one"])
        #expect(try job.faults() == [])

        let before = try modificationDates()
        let second = try job.run()
        #expect(second.made.isEmpty && second.keptCount == 3 && second.isClean)
        #expect(second.apps.map(\.state) == [.unchanged, .unchanged])
        #expect(try modificationDates() == before)
    }

    /// Of what clients see.
    private func modificationDates() throws -> [String: Date] {
        var dates: [String: Date] = [:]
        for folder in ["images", "manifests", "records"] {
            for name in try FileManager.default.contentsOfDirectory(atPath: "\(job.output)/\(folder)") {
                let path = "\(job.output)/\(folder)/\(name)"
                dates[path] =
                    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            }
        }
        return dates
    }

    @Test("sets a wallpaper aside with all that is wrong with its notes, on one line")
    func faultyNotes() throws {
        try job.draw(["aurora/fjord.jpg": [10, 90, 160]])
        try job.write(#"{"focus": {"x": 2, "y": 0.5}, "colour": "blue"}"#, to: "aurora/fjord.json")
        let end = try job.start().finish()
        #expect(end.status == 3)
        let lines = end.errors.split(separator: "\n") + end.lines.map { $0[...] }
        let line = try #require(lines.first { $0.contains("aurora/fjord.jpg: ") }, "\(end)")
        #expect(line.contains("focus.x") && line.contains("colour"), "\(line)")
        #expect(line.contains("; fjord.json: ") && !line.contains("\\n"), "\(line)")
    }

    @Test("makes a wallpaper anew when its file or its focus changes, and not when its title does")
    func changes() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200], "aurora/dune.jpg": [200, 90, 0]])
        try job.run()
        try job.write(#"{"title": "Other"}"#, to: "aurora/fjord.json")
        let titled = try job.run()
        #expect(titled.made.isEmpty && titled.apps.map(\.state) == [.published])
        try job.write(#"{"title": "Other", "focus": {"x": 0.1, "y": 0.9}}"#, to: "aurora/fjord.json")
        #expect(try job.run().made.map(\.file) == ["fjord.jpg"])
        try job.draw(["aurora/dune.jpg": [100, 90, 0]])
        #expect(try job.run().made.map(\.file) == ["dune.jpg"])
        #expect(try job.faults() == [])
    }

    @Test("that only sets a file aside names it in the report, which goes on showing what was made last")
    func report() throws {
        func page() throws -> String {
            try String(contentsOfFile: "\(job.output)/report/index.html", encoding: .utf8)
        }
        func befores() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: "\(job.output)/report").filter {
                $0.hasSuffix(".jpg")
            }
        }
        try job.draw(["aurora/fjord.jpg": [0, 90, 200]])
        let made = try job.run()
        let before = try befores()
        #expect(before.count == 1)
        let shown = ["aurora/fjord.jpg", "Made at \(made.started)", " % lit"] + before

        try job.write("rubbish", to: "aurora/bad.jpg")
        job.now = job.now.adding(seconds: 86_400)
        let failed = try job.run()
        #expect(failed.failures.map(\.file) == ["bad.jpg"] && failed.made.isEmpty)
        let second = try page()
        #expect(second.contains("\(failed.started): 0 made, 1 kept, 1 failed"))
        #expect(second.contains("<td>aurora/bad.jpg<td>"))
        for part in shown { #expect(second.contains(part), "\(part)") }
        #expect(try befores() == before)

        // A fault that is mended is not named any longer.
        try FileManager.default.removeItem(atPath: "\(job.source)/aurora/bad.jpg")
        try job.run()
        let third = try page()
        #expect(!third.contains("bad.jpg"))
        for part in shown { #expect(third.contains(part), "\(part)") }

        try job.draw(["aurora/dune.jpg": [200, 90, 0]])
        try job.run()
        let fourth = try page()
        #expect(fourth.contains("aurora/dune.jpg") && !fourth.contains("aurora/fjord.jpg"))
        #expect(try befores().count == 1 && befores() != before)
    }

    @Test("takes a picture away only when no manifest has had it for the time of grace")
    func pruning() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200], "aurora/dune.jpg": [200, 90, 0]])
        try job.run()
        try FileManager.default.removeItem(atPath: "\(job.source)/aurora/dune.jpg")
        #expect(try job.run().prunedCount == 0)
        #expect(try job.published() == ["fjord"])
        #expect(try images().count == 4)
        job.now = job.now.adding(seconds: 7 * 86_400 - 60)
        #expect(try job.run().prunedCount == 0)
        job.now = job.now.adding(seconds: 120)
        #expect(try job.run().prunedCount == 2)
        #expect(try images().count == 2)
        #expect(try job.faults() == [])
    }

    private func images() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(job.output)/images")
    }

    @Test("makes pictures again that somebody has deleted")
    func deletedImages() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200]])
        try job.run()
        for name in try images() {
            try FileManager.default.removeItem(atPath: "\(job.output)/images/\(name)")
        }
        #expect(try job.run().made.count == 1)
        #expect(try job.faults() == [])
    }

    @Test("holds an app that would lose all its wallpapers, unless told otherwise")
    func held() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200]])
        try job.run()
        try FileManager.default.removeItem(atPath: "\(job.source)/aurora/fjord.jpg")
        let held = try job.run()
        #expect(held.apps.map(\.state) == [.held] && !held.isClean)
        #expect(try job.published() == ["fjord"])
        try job.run { $0.allowsRemoval = true }
        #expect(try job.published() == [])
    }

    @Test("keeps the manifest of an app whose next would be too large, says so, and publishes the others")
    func tooLarge() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200], "minimal/one.jpg": [9, 9, 9]])
        try job.run()
        let size = try #require(try job.manifest()).json.canonicalBytes.count
        try job.draw(["aurora/dune.jpg": [200, 90, 0], "minimal/two.jpg": [99, 9, 9]])
        try FileManager.default.removeItem(atPath: "\(job.source)/minimal/one.jpg")
        let book = try RecipeFiles(directory: job.directory.file("recipes")).recipes()
        var run = NightlyRun(try job.settings(), book, clock: { [now = job.now] in now })
        run.manifestLimit = size
        let summary = try run.run { _ in {} }
        #expect(!summary.isClean && summary.failures.map(\.file) == ["manifests/aurora.json"])
        #expect(summary.failures.first?.reason.contains("at most \(size) are served") == true)
        #expect(summary.apps.map(\.state) == [.unchanged, .published])
        #expect(try job.published() == ["fjord"] && job.published("minimal") == ["two"])
    }

    @Test("says what it would do, and writes nothing")
    func dryRun() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200]])
        let book = try RecipeFiles(directory: job.directory.file("recipes")).recipes()
        let run = NightlyRun(try job.settings(), book, clock: { [now = job.now] in now })
        #expect(try run.plan().plan.tasks.map(\.cause) == [.new])
        #expect(!FileManager.default.fileExists(atPath: job.output))
        try job.run()
        try job.draw(["aurora/fjord.jpg": [0, 90, 100]])
        #expect(try run.plan().plan.tasks.map(\.cause) == [.changed])
        #expect(try run.plan().gone == [])
        try job.draw(["aurora/moss.jpg": [0, 90, 20]])
        try FileManager.default.removeItem(atPath: "\(job.source)/aurora/fjord.jpg")
        #expect(try run.plan().gone == [.init(app: AppID("aurora"), wallpapers: [WallpaperID("fjord")])])
        #expect(try job.published() == ["fjord"])
    }

    @Test("refuses a source folder without apps, and one that is not there, and changes nothing")
    func noSource() throws {
        try job.draw(["aurora/fjord.jpg": [0, 90, 200]])
        try job.run()
        try FileManager.default.removeItem(atPath: "\(job.source)/aurora")
        #expect {
            try job.run()
        } throws: {
            "\($0)".contains("it has no folder of an app")
        }
        try FileManager.default.removeItem(atPath: job.source)
        #expect(throws: JobError.self) { try job.run() }
        #expect(try job.published() == ["fjord"])
    }
}
