import Definitions
import Foundation
import Testing
import TestSupport

@Suite("Files of definitions") struct DefinitionFileTests {
    /// A folder that is gone when the test is.
    private final class Folder {
        private let directory: TemporaryDirectory
        var path: String { directory.path }

        init(_ folders: [String] = ["Apps", "Flags"]) throws {
            directory = try TemporaryDirectory()
            for folder in folders { try make(folder) }
        }

        func make(_ folder: String) throws {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(folder)",
                withIntermediateDirectories: true
            )
        }

        func write(_ text: String, to file: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(path)/\(file)"))
        }

        func faults() -> [String] {
            do throws(DefinitionsError) {
                _ = try Definitions(DefinitionFile.all(below: path))
                return []
            } catch {
                return error.faults.map(\.description)
            }
        }

        /// A folder with one app and one flag without a fault.
        static func sound() throws -> Folder {
            let folder = try Folder()
            try folder.write(Document.app().text, to: "Apps/aurora.json")
            try folder.write(Document.flag.text, to: "Flags/widget_enabled.json")
            return folder
        }
    }

    @Test("Files are read in the order of their names; hidden files and schemas are passed over")
    func order() throws {
        let folder = try Folder.sound()
        for file in ["Apps/zen.json", "Apps/a.json", "Flags/b.json", "Flags/a.json"] {
            try folder.write("1", to: file)
        }
        for file in ["Apps/.DS_Store", "Apps/app.schema.json", "Flags/flag.schema.json", "Flags/.a.json.swp"]
        {
            try folder.write("not JSON", to: file)
        }
        let files = try DefinitionFile.all(below: folder.path)
        #expect(
            files.map(\.path) == [
                "Apps/a.json", "Apps/aurora.json", "Apps/zen.json", "Flags/a.json", "Flags/b.json",
                "Flags/widget_enabled.json",
            ]
        )
        #expect(files.map(\.name) == ["a", "aurora", "zen", "a", "b", "widget_enabled"])
        #expect(files[0].content == .bytes(Array("1".utf8)))
    }

    @Test("A folder that is not there is reported with a hint, and both are when both are not")
    func missingFolder() throws {
        let hint = "No such file or directory; name the folder that holds Apps/ and Flags/ with --definitions"
        let apps = try Folder(["Apps"])
        #expect(apps.faults() == ["\(apps.path)/Flags: \(hint)"])
        let none = try Folder([""])
        #expect(none.faults() == ["\(none.path)/Apps: \(hint)", "\(none.path)/Flags: \(hint)"])
    }

    @Test("What cannot be read, or is no definition, is reported beside the faults of all others")
    func unusable() throws {
        let folder = try Folder.sound()
        try folder.write("notes", to: "Apps/README.md")
        try folder.write("{}", to: "Apps/minimal.JSON")
        try folder.make("Flags/folder.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Flags/loop.json",
            withDestinationPath: "loop.json"
        )
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Flags/nowhere.json",
            withDestinationPath: "gone.json"
        )
        #expect(mkfifo(folder.path + "/Flags/pipe.json", 0o600) == 0)
        try folder.write(Document.flag.with(["kind": "1"]).text, to: "Flags/widget_enabled.json")
        #expect(
            folder.faults() == [
                "Apps/README.md: its name does not end in .json; only definitions may stand here",
                "Apps/minimal.JSON: its name does not end in .json; only definitions may stand here",
                "Flags/folder.json: is not a regular file",
                "Flags/loop.json: Too many levels of symbolic links",
                "Flags/nowhere.json: No such file or directory",
                "Flags/pipe.json: is not a regular file",
                "Flags/widget_enabled.json: kind: expected a string, found an integer",
            ]
        )
    }

    @Test("A link to a file is as good as the file")
    func link() throws {
        let folder = try Folder.sound()
        try folder.write(Document.flag.text, to: "shared.json")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/Flags/demo.json",
            withDestinationPath: "../shared.json"
        )
        #expect(folder.faults() == [])
    }

    @Test("A file of a mebibyte is read, a larger one refused")
    func size() throws {
        let folder = try Folder.sound()
        let text = Document.flag.text
        let padding = String(repeating: " ", count: 1_048_576 - text.utf8.count)
        try folder.write(text + padding, to: "Flags/demo.json")
        #expect(folder.faults() == [])
        try folder.write(text + padding + " ", to: "Flags/demo.json")
        #expect(folder.faults() == ["Flags/demo.json: larger than 1048576 bytes"])
    }
}
