import Foundation
package import StrictJSON

/// The schema of what a program prints with `--json`, and another program's judgement of that (python3-jsonschema).
package struct OutputSchema {
    private let path: String
    private let schema: JSON

    /// - Parameter program: Whose schema is in `Documentation/schemas`.
    package init(of program: String) throws {
        path = "\(Repository.path)/Documentation/schemas/\(program).schema.json"
        schema = try JSON(parsing: Array(Data(contentsOf: URL(filePath: path))))
    }

    /// Names of definitions: commands begin with a small letter, and so may parts of several.
    package var definitions: Set<String> {
        guard case .object(let definitions)? = schema.member("$defs") else { return [] }
        return Set(definitions.keys.filter { $0.first?.isLowercase == true })
    }

    /// What is wrong with the schema, or not as it says.
    ///
    /// A member more in any output is a fault that the schema has to find.
    package func faults(in seen: [(command: String, output: JSON)]) throws -> [String] {
        let answer = try Python.answer(
            to: [
                "schema": .string(path),
                "seen": .array(seen.map { ["command": .string($0.command), "output": $0.output] }),
            ],
            """
            import copy
            from urllib.parse import quote
            from jsonschema import Draft202012Validator, RefResolver
            path = request["schema"]
            schema = json.load(open(path, encoding="utf-8"))
            Draft202012Validator.check_schema(schema)
            resolver = RefResolver("file://" + path, schema)
            def validator(command):
                return Draft202012Validator({"$ref": "#/$defs/" + quote(command)}, resolver=resolver)
            def open_objects(part, place):
                if isinstance(part, dict):
                    if "properties" in part and part.get("additionalProperties") is not False:
                        yield place
                    for name, inner in part.items():
                        yield from open_objects(inner, f"{place}/{name}")
                elif isinstance(part, list):
                    for inner in part:
                        yield from open_objects(inner, place)
            answer = [f"{place} lets any member pass" for place in open_objects(schema["$defs"], "#/$defs")]
            for seen in request["seen"]:
                command, output = seen["command"], seen["output"]
                for error in validator(command).iter_errors(output):
                    answer.append(f"{command}: {error.json_path}: {error.message[:300]}")
                changed = copy.deepcopy(output)
                first = changed[0] if isinstance(changed, list) and changed else changed
                if isinstance(first, dict) and first:
                    first["undescribed"] = 1
                    if validator(command).is_valid(changed):
                        answer.append(f"{command}: a member that nothing describes passes")
            """
        )
        guard case .array(let faults) = answer else { return ["\(answer)"] }
        return faults.map { $0.string ?? "\($0)" }
    }
}
