import Foundation
import Rollout
import StrictJSON
import TestSupport
import Thumbnails
import WallpaperManifest

@testable import ThumbnailJob

/// A source and an output folder with tiny recipes, and runs of the job on them.
final class Job {
    let directory: TemporaryDirectory
    var source: String { directory.file("source") }
    var output: String { directory.file("output") }
    /// What the job takes for the present; late enough that all files have settled.
    var now: Instant = Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 + 60) * 1000)

    init() throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(atPath: source, withIntermediateDirectories: true)
        try TinyRecipes.write(to: directory.file("recipes"))
    }

    /// Draws pictures, each given by its path in the source folder and the colour that it is.
    func draw(_ pictures: [String: [Int]], width: Int = 40, height: Int = 30) throws {
        let request: JSON = [
            "folder": .string(source), "width": .integer(Int64(width)), "height": .integer(Int64(height)),
            "pictures": .object(pictures.mapValues { .array($0.map { .integer(Int64($0)) }) }),
        ]
        let answer = try Python.answer(
            to: request,
            """
            import pathlib
            from PIL import Image
            for name, colour in request["pictures"].items():
                path = pathlib.Path(request["folder"]) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                picture = Image.linear_gradient("L").resize((request["width"], request["height"]))
                Image.merge("RGB", [picture.point(lambda v, c=c: v * c // 255) for c in colour]).save(path)
            answer = len(request["pictures"])
            """
        )
        precondition(answer == .integer(Int64(pictures.count)), "not all were drawn")
    }

    func write(_ text: String, to path: String) throws {
        let file = URL(filePath: "\(source)/\(path)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    func settings() throws -> JobSettings {
        var settings = JobSettings(
            source: source,
            output: output,
            worker: (try RunningProgram.built("thumbnailer").path, ["worker"])
        )
        settings.workerCount = 2
        return settings
    }

    @discardableResult
    func run(_ change: (inout JobSettings) -> Void = { _ in }) throws -> Summary {
        var settings = try settings()
        change(&settings)
        let now = now
        let book = try RecipeFiles(directory: directory.file("recipes")).recipes()
        return try NightlyRun(settings, book, clock: { now }).run { _ in {} }
    }

    /// The program itself on the same folders.
    func start(_ options: String...) throws -> RunningProgram { try start(options) }

    func start(_ options: [String], environment: [String: String]? = nil) throws -> RunningProgram {
        try RunningProgram(
            RunningProgram.built("thumbnailer"),
            ["run", "--source", source, "--output", output, "--recipes", directory.file("recipes")] + options,
            environment: environment
        )
    }

    /// What clients see of an app; nil when there is no manifest.
    func manifest(_ app: String = "aurora") throws -> Manifest? {
        let path = "\(output)/manifests/\(app).json"
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try Manifest(parsing: Array(Data(contentsOf: URL(filePath: path))), file: path)
    }

    /// The names of the wallpapers that clients see.
    func published(_ app: String = "aurora") throws -> [String] {
        try manifest(app)?.wallpapers.map(\.id.text) ?? []
    }

    /// Everything that is wrong with what clients see: a picture that is not there, or not what its name says.
    func faults() throws -> [String] {
        let folder = "\(output)/manifests"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        var faults: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".json")
        {
            for wallpaper in try manifest(String(name.dropLast(5)))?.wallpapers ?? [] {
                for variant in wallpaper.variants {
                    let path = "\(output)/images/\(variant.file.name)"
                    guard let bytes = FileManager.default.contents(atPath: path).map(Array.init) else {
                        faults.append("\(path) is missing")
                        continue
                    }
                    let hash = try ImageHash.of(bytes)
                    if hash != variant.file.hash { faults.append("\(path) has the hash \(hash)") }
                }
            }
        }
        return faults
    }
}
