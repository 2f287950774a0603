import CommandLineKit
import ReleaseDesk
import StrictJSON

extension Invocation {
    var wantsJSON: Bool { isSet(.json) }

    private var terminal: Terminal { output.standardOutput.terminal }

    func print(_ line: String = "") throws { try output.standardOutput.print(line) }

    /// Text with its line end already there.
    func write(_ table: Table) throws { try output.standardOutput.write(table.text(for: terminal)) }

    func print(_ json: JSON) throws { try print(json.indentedText) }

    func heading(_ text: String) throws { try print(terminal.styled(text.sanitised, .bold)) }

    /// What an operation did, and the revision that it left.
    func print(_ outcome: Outcome) throws -> ExitCode {
        if wantsJSON {
            try print(outcome.json)
            return .success
        }
        for note in outcome.notes { try print(note.sanitised) }
        for warning in outcome.warnings {
            let mark = output.standardError.terminal.styled("warning:", .yellow)
            try output.standardError.print("\(mark) \(warning.sanitised)")
        }
        switch (outcome.revision, outcome.isDryRun) {
        case (nil, _): try print("nothing to change")
        case (_?, true): try print("dry run: nothing was changed")
        case (let revision?, false): try print("revision \(revision) in \(storePath)".sanitised)
        }
        return .success
    }
}
