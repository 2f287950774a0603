import CommandLineKit
import Foundation
import Testing
import TestSupport

@testable import widgetctl

@Suite("Help")
struct HelpTests {
    @Test(
        "of the program and of some commands reads as it was agreed",
        arguments: [[], ["kill"], ["rollout", "start"], ["check"], ["check", "budget"]]
    )
    func golden(_ command: [String]) throws {
        let recorder = OutputRecorder()
        let status = root.main(arguments: command + ["--help"], environment: [:], output: recorder.output)
        #expect(status == .success)
        let name = (["widgetctl"] + command).joined(separator: "-")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
            path: "Golden/\(name).txt"
        )
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try recorder.standardOutput.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == recorder.standardOutput)
    }

    @Test("shows an example for every command that does something")
    func examples() {
        for listed in root.allCommands where listed.command.subcommands.isEmpty {
            #expect(!listed.command.examples.isEmpty, "\(listed.path.joined(separator: " "))")
            for example in listed.command.examples {
                #expect(example.line.contains(listed.path.joined(separator: " ")), "\(example.line)")
            }
        }
    }

    @Test("every command that changes something takes a reason and a dry run")
    func changingCommands() {
        let reading = [
            "status", "watch", "explain", "flags", "history", "show", "diff", "scheduled", "requests",
            "verify",
            "head", "backup", "check", "budget", "plan", "completions",
        ]
        for listed in root.allCommands where listed.command.subcommands.isEmpty {
            // Keys and tokens are no part of the log, which the reason is for.
            guard let name = listed.path.last, !reading.contains(name),
                !listed.path.contains("keys"), !listed.path.contains("token")
            else { continue }
            let options = listed.options.map(\.name)
            // Nor is what is published; what is due has its reason; and an answer to somebody's reason is a comment.
            let hasReason = options.contains("reason") || options.contains("comment")
            #expect(hasReason || ["publish", "tick"].contains(name), "\(listed.path)")
            #expect(options.contains("dry-run"), "\(listed.path)")
        }
    }

    @Test("the table from errors to exit codes is the one in the help")
    func exitCodes() {
        for code in ["0  done", "1  failed", "2  the command line is wrong", "3  refused", "141  the reader"]
        {
            #expect(root.discussion.contains(code))
        }
    }
}
