import StrictJSON
import TestSupport

/// An independent implementation of JSON Schema (Debian's python3-jsonschema), to hold our schemas and our reader
/// against.
enum SchemaValidator {
    /// Answers for each document what is wrong with it.
    ///
    /// A schema that breaks its own rules ends the script.
    private static let script = """
        from jsonschema import Draft202012Validator as Validator
        schema = request["schema"]
        Validator.check_schema(schema)
        def faults(schema, document):
            return [f"{e.json_path}: {e.message}" for e in Validator(schema).iter_errors(document)]
        def examples(part):
            if isinstance(part, dict):
                for example in part.get("examples", []) if isinstance(part.get("examples"), list) else []:
                    yield from faults({**part, "$defs": schema["$defs"]}, example)
                for member in part.values(): yield from examples(member)
            if isinstance(part, list):
                for member in part: yield from examples(member)
        answer = {
            "documents": [faults(schema, json.loads(text)) for text in request["documents"]],
            "examples": list(examples(schema)),
        }
        """

    /// What is wrong with each document, and with the examples in the schema itself; empty lists for those that pass.
    static func faults(
        schema: JSON,
        documents: [String]
    ) throws -> (documents: [[String]], examples: [String]) {
        let result = try Python.answer(
            to: ["schema": schema, "documents": .array(documents.map(JSON.string))],
            script
        )
        return (
            result["documents"].elements.map(\.strings),
            result["examples"].strings
        )
    }
}

extension JSON {
    /// The member of that name; null when there is none.
    subscript(_ key: String) -> JSON {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    /// The elements of an array; empty for anything else.
    var elements: [JSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// The members of an object; empty for anything else.
    var members: [String: JSON] {
        if case .object(let members) = self { members } else { [:] }
    }

    /// The strings in an array.
    var strings: [String] {
        elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
}
