import CommandLineKit
import ReleaseDesk
import RolloutStore
import StrictJSON

extension Invocation {
    var wantsJSON: Bool { isSet(.json) }

    private var terminal: Terminal { output.standardOutput.terminal }

    /// A sentence or a heading, sanitised.
    func print(_ line: String = "") throws { try output.standardOutput.tell(sentence: line) }

    /// A line whose places matter, or one that a program reads.
    func printAsIs(_ line: String) throws { try output.standardOutput.print(line) }

    /// Text with its line end already there.
    func write(_ table: Table) throws { try output.standardOutput.write(table.text(for: terminal)) }

    func print(_ json: JSON) throws { try printAsIs(json.indentedText) }

    func heading(_ text: String) throws {
        let lines = terminal.isTerminal ? text.sanitised.filled(toWidth: terminal.width) : [text.sanitised]
        for line in lines { try printAsIs(terminal.styled(line, .bold)) }
    }

    /// What an operation did, and the revisions that it made.
    ///
    /// - Throws: `DeskError` after the whole of a dry run whose real one would be refused.
    func print(_ outcome: Outcome) throws -> ExitCode {
        if wantsJSON {
            try print(outcome.json)
        } else {
            try printText(outcome)
        }
        if let refusal = outcome.refusal { throw refusal }
        return .success
    }

    func warn(_ warning: String) throws {
        try output.standardError.tell("warning:", .yellow, sentence: warning.sanitised)
    }

    private func printText(_ outcome: Outcome) throws {
        for note in outcome.notes { try print(note.sanitised) }
        for warning in outcome.warnings { try warn(warning) }
        switch (outcome.changes.first?.revision, outcome.revision) {
        case (let first?, let last?) where !outcome.isDryRun:
            let revisions = first == last ? "revision \(last)" : "revisions \(first) to \(last)"
            try print("\(revisions) in \(place)".sanitised)
        case (_?, _): try print("dry run: nothing was changed")
        case (nil, _): try print("nothing to change")
        }
    }
}
