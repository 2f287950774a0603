import Foundation
import StrictJSON
import Testing
import TestSupport

@testable import CommandLineKit

@Suite("What thumbnailer prints with --json")
struct JSONOutputTests {
    @Test("is described for every command, and is as it is described")
    func schemas() throws {
        let directory = try TemporaryDirectory()
        let definitions = ["--recipes", "\(Repository.path)/Thumbnails"]
        let source = ["--source", "\(Repository.path)/Thumbnails/Samples", "--output", directory.file("out")]
        var seen: [(command: String, output: JSON)] = []
        for arguments in [
            ["run", "--dry-run"] + source, ["run"] + source, ["run", "--dry-run"] + source, ["check"],
            ["classes", "--check"],
        ] {
            let end = try RunningProgram.run(
                RunningProgram.built("thumbnailer"),
                arguments + definitions + ["--json"]
            )
            #expect(end.status == 0, "\(arguments): \(end.errors)")
            seen.append((arguments[0], try JSON(parsing: Array(end.output.utf8))))
        }
        let schema = try OutputSchema(of: "thumbnailer")
        #expect(schema.definitions == Set(commands))
        #expect(Set(seen.map(\.command)) == Set(commands))
        #expect(try schema.faults(in: seen) == [])
    }

    /// Those that do something, but for what prints a script whatever the options.
    private var commands: [String] {
        root.allCommands.filter { $0.command.run != nil && $0.path.last != "completions" }.compactMap(
            \.path.last
        )
    }
}
