import Definitions

/// A small document, given as the texts of its members.
struct Document: Sendable {
    private var members: [(key: String, text: String)]

    private init(_ members: [(String, String)]) { self.members = members }

    /// The document as JSON text.
    var text: String {
        "{" + members.map { "\"\($0.key)\": \($0.text)" }.joined(separator: ", ") + "}"
    }

    /// This document with other texts for some members; nil takes one out.
    func with(_ changes: KeyValuePairs<String, String?>) -> Document {
        var result = self
        for (key, text) in changes {
            let index = result.members.firstIndex { $0.key == key }
            if let index, let text {
                result.members[index].text = text
            } else if let index {
                result.members.remove(at: index)
            } else if let text {
                result.members.append((key, text))
            }
        }
        return result
    }

    static let timeline = #"{"pattern": "static", "entries": 1}"#

    static let widget = Document([
        ("families", #"["systemSmall", "systemLarge"]"#), ("flags", #"["widget_enabled"]"#),
        ("timeline", timeline), ("whenDisabled", #""emblem""#),
    ])

    /// An app without a fault, whose identifiers hold its name.
    static func app(_ name: String = "aurora") -> Document {
        Document([
            ("name", "\"Aurora\""), ("bundleID", "\"com.example.\(name)\""),
            ("appGroup", "\"group.com.example.\(name)\""), ("minimumOS", "\"17.0\""),
            ("urlScheme", "\"\(name)\""), ("locales", #"["en", "ja"]"#),
            ("widgets", "{\"HomeWidget\": \(widget.text)}"),
        ])
    }

    /// An app without a fault but what stands in its one widget.
    static func app(widget: Document) -> Document {
        app().with(["widgets": "{\"HomeWidget\": \(widget.text)}"])
    }

    /// A flag without a fault, with what every flag has.
    static let flag = Document([
        ("kind", "\"permission\""), ("type", "\"boolean\""), ("description", "\"A flag.\""),
        ("default", "false"),
    ])

    /// So many rules, none of which stands in the way of another.
    static func rules(_ count: Int) -> String {
        let rules = (0..<count).map { #"{"name": "\#($0)", "when": {"build": "\#($0)"}, "value": true}"# }
        return "[\(rules.joined(separator: ", "))]"
    }

    /// A flag without a fault of another type.
    static func flag(_ type: String, default value: String) -> Document {
        flag.with(["type": "\"\(type)\"", "default": value])
    }
}

/// Files by name, without folder and extension.
func files(apps: [String: String], flags: [String: String]) -> [DefinitionFile] {
    apps.map { DefinitionFile(folder: .apps, name: $0.key, bytes: Array($0.value.utf8)) }
        + flags.map { DefinitionFile(folder: .flags, name: $0.key, bytes: Array($0.value.utf8)) }
}

/// What is wrong with a set of files, a line a fault; empty when nothing is.
func faults(in files: [DefinitionFile]) -> [String] {
    do throws(DefinitionsError) {
        _ = try Definitions(files)
        return []
    } catch {
        return error.faults.map(\.description)
    }
}

/// What is wrong with two apps and three flags of which one, `demo`, is given; the others are without a fault.
func faults(ofFlag document: Document) -> [String] { faults(ofFlag: document.text) }

func faults(ofFlag text: String) -> [String] {
    faults(
        in: files(
            apps: ["aurora": Document.app().text, "minimal": Document.app("minimal").text],
            flags: [
                "widget_enabled": Document.flag.text,
                "tap_target": Document.flag("string", default: "\"app\"").text,
                "demo": text,
            ]
        )
    )
}

/// What is wrong with an app `aurora` beside one flag without a fault.
func faults(ofApp document: Document) -> [String] { faults(ofApp: document.text) }

func faults(ofApp text: String) -> [String] {
    faults(
        in: files(
            apps: ["aurora": text],
            flags: [
                "widget_enabled": Document.flag.text, "spacing": Document.flag("integer", default: "30").text,
            ]
        )
    )
}
