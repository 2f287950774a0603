import CommandLineKit
import Foundation
import Testing
import TestSupport

@testable import widgetctl

@Suite("The README")
struct ReadmeTests {
    @Test("mentions every command and every option")
    func complete() throws {
        let text = try Repository.text("README.md")
        var missing: [String] = []
        for listed in root.allCommands.dropFirst() {
            let command = listed.path.dropFirst().joined(separator: " ")
            // "widgetctl rollout start", or "rollout start" in a list of commands.
            if !text.mentions(command) { missing.append(command) }
            for option in listed.options.map({ "--\($0.name)" }) where !text.mentions(option) {
                if !missing.contains(option) { missing.append(option) }
            }
        }
        #expect(missing == [], "README.md does not mention \(missing.joined(separator: ", "))")
    }

    @Test(
        "is searched for whole words",
        arguments: [
            ("`--app APP`", "--app", true), ("`--app-version`", "--app", false), ("--app", "--app", true),
            ("x--app", "--app", false), ("rollout start FLAG", "rollout start", true),
            ("rollout started", "rollout start", false), ("flag set, flag unset", "flag unset", true),
        ]
    )
    func words(_ text: String, _ word: String, _ found: Bool) {
        #expect(text.mentions(word) == found)
    }
}

extension String {
    /// Whether it holds a word or phrase that is no part of a longer word.
    fileprivate func mentions(_ phrase: String) -> Bool {
        func isPartOfWord(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } ?? false
        }
        return ranges(of: phrase).contains { range in
            let before = range.lowerBound == startIndex ? nil : self[index(before: range.lowerBound)]
            let after = range.upperBound == endIndex ? nil : self[range.upperBound]
            return !isPartOfWord(before) && !isPartOfWord(after)
        }
    }
}
