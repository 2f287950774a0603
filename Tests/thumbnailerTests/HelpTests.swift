import CommandLineKit
import Foundation
import Testing
import TestSupport

@testable import thumbnailer

@Suite("Help")
struct HelpTests {
    @Test("of the program and of its run reads as it was agreed", arguments: [[], ["run"]])
    func golden(_ command: [String]) throws {
        let recorder = OutputRecorder()
        let status = root.main(arguments: command + ["--help"], environment: [:], output: recorder.output)
        #expect(status == .success)
        let name = (["thumbnailer"] + command).joined(separator: "-")
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try recorder.standardOutput.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == recorder.standardOutput)
    }

    @Test("shows an example for every command that does something")
    func examples() {
        for listed in root.allCommands where listed.command.subcommands.isEmpty {
            #expect(!listed.command.examples.isEmpty, "\(listed.path.joined(separator: " "))")
        }
    }

    @Test("is in the manual page, which is sound")
    func manual() throws {
        let page = try ManualPage(of: "thumbnailer")
        #expect(page.faults == "")
        #expect(page.missing(of: root) == [])
        #expect(page.text.contains("EXIT STATUS 0 done, and every wallpaper is published"))
    }

    @Test("says what every exit code means")
    func exitCodes() {
        for code in [
            "0  done", "1  failed", "2  the command line", "3  done and", "4  another run", "5  stopped",
            "6  published, but",
        ] {
            #expect(root.discussion.contains(code))
        }
    }

    @Test(
        "and the README mention every command and option",
        arguments: ["README.md", "Documentation/thumbnails.md"]
    )
    func documented(_ file: String) throws {
        let text = try Repository.text(file)
        for listed in root.allCommands.dropFirst() {
            #expect(text.contains(listed.path.joined(separator: " ")))
            for option in listed.options where file.hasPrefix("Documentation") {
                #expect(text.contains("`--\(option.name)"), "--\(option.name)")
            }
        }
    }
}
