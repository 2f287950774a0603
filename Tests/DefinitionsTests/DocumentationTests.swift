import Definitions
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("Documentation/definitions.md") struct DocumentationTests {
    private static var page: String {
        get throws {
            try Repository.text("Documentation/definitions.md")
        }
    }

    /// The lines from a heading to the next one.
    private func section(_ heading: String) throws -> [String] {
        let lines = try Self.page.components(separatedBy: "\n")
        let start = try #require(
            lines.firstIndex { $0.drop { $0 == "#" } == " \(heading)" },
            "no section \(heading)"
        )
        return lines[(start + 1)...].prefix { !$0.hasPrefix("#") }.map(\.self)
    }

    /// The keys that the table of a section explains: the first cell of each row.
    private func keys(in heading: String) throws -> [String] {
        try section(heading).compactMap { line in
            let cells = line.components(separatedBy: "|")
            guard cells.count == 6 else { return nil }
            let cell = cells[1].trimmingCharacters(in: .whitespaces)
            guard cell.hasPrefix("`"), cell.hasSuffix("`") else { return nil }
            return String(cell.dropFirst().dropLast())
        }
    }

    @Test(
        "Each table explains the keys that the reader knows, and no others",
        arguments: [
            ("App profile", AppProfile.keys), ("Widget", WidgetProfile.keys), ("Timeline", Timeline.keys),
            ("Date", DateDeclaration.keys), ("Image", ImageDeclaration.keys),
            ("Refresh", RefreshDeclaration.keys), ("StandBy", StandByDeclaration.keys),
            ("Approvals", ApprovalPolicy.Need.keys),
            ("Flag", FlagDefinition.sharedKeys + FlagDefinition.differingKeys),
            ("Prerequisite", Flag.Prerequisite.keys), ("Rule", Rule.keys), ("Conditions", Rule.conditionKeys),
            ("Rollout", FlagDefinition.RolloutPlan.keys), ("Differences", FlagDefinition.differingKeys),
        ]
    )
    func tables(heading: String, keys: [String]) throws {
        #expect(try self.keys(in: heading).sorted() == keys.sorted())
    }

    @Test(
        "Each word that a key can have is named where it is explained",
        arguments: [
            ("Families", WidgetFamily.allCases.map(\.rawValue)),
            ("Widget", Widget.Fallback.allCases.map(\.rawValue)),
            ("Timeline", Timeline.Pattern.allCases.map(\.rawValue)),
            ("Kinds", FlagDefinition.Kind.allCases.map(\.rawValue)),
            ("Types", FlagType.allCases.map(\.rawValue)),
            ("Flag", Flag.Status.allCases.map(\.rawValue)), ("Flag", Flag.Applies.allCases.map(\.rawValue)),
            ("Conditions", Distribution.allCases.map(\.rawValue)),
            ("Rule", Rule.reservedNames), ("Schedules", Schedule.builtIn.flatMap { [$0.name, $0.list] }),
        ]
    )
    func words(heading: String, words: [String]) throws {
        let text = try section(heading).joined(separator: "\n")
        for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
    }

    @Test(
        "Each command that others may have to approve is named where approvals are explained, and each role"
    )
    func approvals() throws {
        let text = try section("Approvals").joined(separator: "\n")
        let words = ApprovalPolicy.Action.allCases.map(\.rawValue) + Role.allCases.map(\.rawValue)
        for word in words { #expect(text.contains("`\(word)`"), "\(word)") }
    }

    @Test("The examples pass reader and schema")
    func examples() throws {
        let blocks = try Self.page.components(separatedBy: "```")
        func example(_ schema: Schema) throws -> String {
            let tag = "json \(schema == .app ? "app" : "flag")\n"
            return String(try #require(blocks.first { $0.hasPrefix(tag) }).dropFirst(tag.count))
        }
        let (app, flag) = (try example(.app), try example(.flag))
        let found = faults(
            in: files(
                apps: ["minimal-wallpapers": app],
                flags: ["widget_enabled": Document.flag.text, "new_layout": flag]
            )
        )
        #expect(found == [])
        #expect(try SchemaValidator.faults(schema: Schema.app.json, documents: [app]).documents == [[]])
        #expect(try SchemaValidator.faults(schema: Schema.flag.json, documents: [flag]).documents == [[]])
    }
}
