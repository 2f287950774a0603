import Definitions
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport

/// Either of the two schemas beside the definitions.
enum Schema: String, CaseIterable, Sendable {
    case app = "Apps/app.schema.json"
    case flag = "Flags/flag.schema.json"

    var json: JSON {
        get throws {
            try JSON(parsing: Array(Repository.text(rawValue).utf8))
        }
    }

    var folder: DefinitionFile.Folder { self == .app ? .apps : .flags }

    /// A document with what is required and no more.
    var minimal: Document { self == .app ? .app() : .flag }

    /// What our reader says.
    func readerFaults(of text: String) -> [String] {
        switch self {
        case .app: faults(ofApp: text)
        case .flag: faults(ofFlag: text)
        }
    }
}

@Suite("The JSON Schemas") struct SchemaTests {
    @Test("Schemas and reader know the same keys")
    func keys() throws {
        let (app, flag) = (try Schema.app.json, try Schema.flag.json)
        let lists: [(JSON, [String])] = [
            (app, AppProfile.keys), (app["$defs"]["widget"], WidgetProfile.keys),
            (app["$defs"]["timeline"], Timeline.keys), (app["$defs"]["date"], DateDeclaration.keys),
            (app["$defs"]["image"], ImageDeclaration.keys),
            (app["$defs"]["refresh"], RefreshDeclaration.keys),
            (app["$defs"]["standBy"], StandByDeclaration.keys),
            (app["$defs"]["approval"], ApprovalPolicy.Need.keys),
            (flag, FlagDefinition.sharedKeys + FlagDefinition.differingKeys),
            (flag["$defs"]["difference"], FlagDefinition.differingKeys),
            (flag["$defs"]["prerequisite"], Flag.Prerequisite.keys), (flag["$defs"]["rule"], Rule.keys),
            (flag["$defs"]["when"], Rule.conditionKeys),
            (flag["$defs"]["rollout"], FlagDefinition.RolloutPlan.keys),
        ]
        for (schema, keys) in lists {
            #expect(schema["properties"].members.keys.sorted() == keys.sorted())
            #expect(schema["additionalProperties"] == false)
        }
    }

    @Test("Schemas and reader know the same words, in the same order")
    func words() throws {
        let (app, flag) = (try Schema.app.json, try Schema.flag.json)
        func words<Word: CaseIterable & RawRepresentable<String>>(_: Word.Type) -> [String] {
            Word.allCases.map(\.rawValue)
        }
        let widget = app["$defs"]["widget"]["properties"]
        let properties = flag["properties"]
        let lists: [(JSON, [String])] = [
            (app["$defs"]["family"]["enum"], words(WidgetFamily.self)),
            (flag["$defs"]["family"]["enum"], words(WidgetFamily.self)),
            (widget["whenDisabled"]["enum"], words(Widget.Fallback.self)),
            (app["properties"]["approvals"]["propertyNames"]["enum"], words(ApprovalPolicy.Action.self)),
            (app["$defs"]["approval"]["properties"]["roles"]["items"]["enum"], words(Role.self)),
            (app["$defs"]["timeline"]["properties"]["pattern"]["enum"], words(Timeline.Pattern.self)),
            (properties["kind"]["enum"], words(FlagDefinition.Kind.self)),
            (properties["type"]["enum"], words(FlagType.self)),
            (properties["status"]["enum"], words(Flag.Status.self)),
            (flag["$defs"]["when"]["properties"]["distribution"]["items"]["enum"], words(Distribution.self)),
            (flag["$defs"]["rule"]["properties"]["name"]["not"]["enum"], Rule.reservedNames),
            (
                flag["$defs"]["rollout"]["properties"]["schedule"]["anyOf"].elements[0]["enum"],
                Schedule.builtIn.map(\.name)
            ),
        ]
        for (schema, words) in lists { #expect(schema.strings == words) }
        #expect(properties["prerequisites"]["maxItems"] == .integer(Int64(Flag.prerequisiteLimit)))
    }

    @Test("What a schema requires is what the reader misses, and no more", arguments: Schema.allCases)
    func required(schema: Schema) throws {
        let minimal = schema.minimal
        let keys = try schema.json["required"].strings
        #expect(try JSON(parsing: Array(minimal.text.utf8)).members.keys.sorted() == keys.sorted())
        #expect(schema.readerFaults(of: minimal.text) == [])
        for key in keys {
            let found = schema.readerFaults(of: minimal.with([key: nil]).text)
            #expect(found.contains { $0.hasSuffix(".json: \(key): missing") }, "\(key)")
        }
    }

    @Test("Every key has a title and a description, which editors show", arguments: Schema.allCases)
    func descriptions(schema: Schema) throws {
        let json = try schema.json
        let objects = [json] + json["$defs"].members.filter { !$0.key.hasSuffix("Values") }.map(\.value)
        for object in objects {
            for (key, property) in object["properties"].members where property["$ref"] == .null {
                for word in ["title", "description"] {
                    #expect(property[word] != .null, "\(key) has no \(word)")
                }
            }
            #expect(object["title"] != .null)
            #expect(object["description"] != .null)
        }
    }

    @Test(
        "The shipped files name their schema and pass it, as do the schema's own examples",
        arguments: Schema.allCases
    )
    func shipped(schema: Schema) throws {
        let files = try DefinitionFile.all(below: Repository.path).filter {
            $0.folder == schema.folder
        }
        #expect(files.count == 6)
        let texts = files.map { file in
            if case .bytes(let bytes) = file.content { String(decoding: bytes, as: UTF8.self) } else { "" }
        }
        let name = String(schema.rawValue.drop { $0 != "/" }.dropFirst())
        for text in texts { #expect(try JSON(parsing: Array(text.utf8))["$schema"] == .string(name)) }
        let json = try schema.json
        let faults = try SchemaValidator.faults(schema: json, documents: texts)
        #expect(faults.documents == files.map { _ in [] })
        #expect(faults.examples == [])
        let whole = json["examples"].elements
        #expect(!whole.isEmpty)
        for example in whole { #expect(schema.readerFaults(of: example.text) == []) }
    }

    @Test("An independent validator and the reader accept the same documents", arguments: Schema.allCases)
    func accepted(schema: Schema) throws {
        let documents = schema.accepted.map(\.text)
        let verdicts = try SchemaValidator.faults(schema: schema.json, documents: documents).documents
        for (document, verdict) in zip(documents, verdicts) {
            #expect(verdict == [], "validator: \(document)")
            #expect(schema.readerFaults(of: document) == [], "reader: \(document)")
        }
    }

    @Test("An independent validator and the reader refuse the same documents", arguments: Schema.allCases)
    func refused(schema: Schema) throws {
        let documents = schema.refused.map(\.text)
        let verdicts = try SchemaValidator.faults(schema: schema.json, documents: documents).documents
        for (document, verdict) in zip(documents, verdicts) {
            #expect(verdict != [], "validator: \(document)")
            #expect(schema.readerFaults(of: document) != [], "reader: \(document)")
        }
    }
}
