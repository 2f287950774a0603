import Foundation
import Testing
import TestSupport

@Suite("The commands on recipes")
struct RecipeCommandTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["devices.json", "recipes.json"] {
            try Repository.text("Thumbnails/\(name)")
                .write(toFile: directory.file(name), atomically: true, encoding: .utf8)
        }
    }

    private func run(_ arguments: String...) throws -> RunningProgram.End {
        try RunningProgram.run(
            RunningProgram.built("thumbnailer"),
            arguments + ["--recipes", directory.path]
        )
    }

    private func change(_ old: String, _ new: String) throws {
        let path = directory.file("recipes.json")
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(old))
        try text.replacing(old, with: new).write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("check ends with 0 for safe recipes, and with 1 and the numbers for one that is not")
    func check() throws {
        let safe = try run("check")
        #expect(safe.status == 0 && safe.output.contains("0 at fault, 8 unsafe and listed as such"))
        try change(
            "\"entries\": 6,\n      \"families\": [\n        \"systemLarge\"",
            "\"entries\": 7,\n      \"families\": [\n        \"systemLarge\""
        )
        let unsafe = try run("check")
        #expect(unsafe.status == 1)
        // 980 x 1019 x 4 x 7
        #expect(
            unsafe.errors.contains(
                "recipes.large on iPad 1024x1366: 7 entries of 980x1019 are 27961360 bytes decoded, and 30000000 less a "
                    + "reserve of 6000000 is 24000000; the largest of its shape that passes is"
            )
        )
        let json = try run("check", "--json")
        #expect(json.status == 1 && json.output.contains("\"largestSafe\""))
    }

    @Test("classes --check tells a stale file, and classes mends it")
    func classes() throws {
        #expect(try run("classes", "--check").status == 0)
        try change("338", "339")
        let stale = try run("classes", "--check")
        #expect(stale.status == 1)
        #expect(
            stale.errors
                == "thumbnailer: recipes.json is not what devices.json asks for; run `thumbnailer classes`\n"
        )
        #expect(try run("classes").status == 0)
        #expect(try run("classes", "--check").status == 0)
        let text = try String(contentsOfFile: directory.file("recipes.json"), encoding: .utf8)
        #expect(try text == Repository.text("Thumbnails/recipes.json"))
    }

    @Test("A fault of the file is named with its place, and a missing folder with what to do")
    func faults() throws {
        try change("\"quality\": 80", "\"quality\": 800")
        let end = try run("check")
        #expect(
            end.status == 1 && end.errors.contains("recipes.json: recipes.classic.quality: 800 is above 100")
        )
        let missing = try RunningProgram.run(
            RunningProgram.built("thumbnailer"),
            ["check", "--recipes", directory.file("none")]
        )
        #expect(missing.status == 1 && missing.errors.contains("No such file or directory"))
    }

    @Test(
        "A wrong command line is exit code 2",
        arguments: [["run", "--workers", "0"], ["run", "--grace", "soon"], ["clases"]]
    )
    func usage(_ arguments: [String]) throws {
        let end = try RunningProgram.run(RunningProgram.built("thumbnailer"), arguments)
        #expect(end.status == 2 && end.errors.hasPrefix("thumbnailer: "))
    }
}
