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
        var seen: [JSON] = []
        for arguments in [
            ["run", "--dry-run"] + source, ["run"] + source, ["run", "--dry-run"] + source, ["check"],
            ["classes", "--check"],
        ] {
            let end = try RunningProgram.run(
                RunningProgram.built("thumbnailer"),
                arguments + definitions + ["--json"]
            )
            #expect(end.status == 0, "\(arguments): \(end.errors)")
            let output = try JSON(parsing: Array(end.output.utf8))
            seen.append(["command": .string(arguments[0]), "output": output])
        }
        let faults = try Python.answer(
            to: [
                "schema": .string("\(Repository.path)/Documentation/schemas/thumbnailer.schema.json"),
                "seen": .array(seen),
                "commands": .array(commands.map { .string($0) }),
            ],
            """
            from jsonschema import Draft202012Validator
            schema = json.load(open(request["schema"], encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            described = [name for name in schema["$defs"] if name.islower()]
            answer = sorted(set(described) ^ set(request["commands"]))
            answer += sorted(set(described) - {seen["command"] for seen in request["seen"]})
            def open_objects(part, place):
                if isinstance(part, dict):
                    if "properties" in part and part.get("additionalProperties") is not False:
                        yield place
                    for name, inner in part.items():
                        yield from open_objects(inner, f"{place}/{name}")
                elif isinstance(part, list):
                    for inner in part:
                        yield from open_objects(inner, place)
            answer += [f"{place} lets any member pass" for place in open_objects(schema["$defs"], "#/$defs")]
            for seen in request["seen"]:
                judge = Draft202012Validator({"$ref": "#/$defs/" + seen["command"], "$defs": schema["$defs"]})
                for error in judge.iter_errors(seen["output"]):
                    answer.append(f"{seen['command']}: {error.json_path}: {error.message[:300]}")
            """
        )
        #expect(faults == [])
    }

    /// Those that do something, but for what prints a script whatever the options.
    private var commands: [String] {
        root.allCommands.filter { $0.command.run != nil && $0.path.last != "completions" }.compactMap(
            \.path.last
        )
    }
}
