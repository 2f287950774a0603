import CommandLineKit
import Foundation
import Testing
import TestSupport

@Suite("The units for systemd")
struct ScheduleTests {
    private static let verifier = "/usr/bin/systemd-analyze"

    @Test(
        "are what systemd takes",
        .enabled(if: FileManager.default.isExecutableFile(atPath: verifier), "needs systemd-analyze")
    )
    func verified() throws {
        let directory = try TemporaryDirectory()
        let service = try Repository.text("Documentation/systemd/thumbnailer.service")
        // The program is not installed where the tests run.
        let program = try RunningProgram.built("thumbnailer").path
        #expect(service.contains("ExecStart=/usr/local/bin/thumbnailer run"))
        try service.replacing("/usr/local/bin/thumbnailer", with: program)
            .write(toFile: directory.file("thumbnailer.service"), atomically: true, encoding: .utf8)
        try Repository.text("Documentation/systemd/thumbnailer.timer")
            .write(toFile: directory.file("thumbnailer.timer"), atomically: true, encoding: .utf8)
        let end = try RunningProgram.run(
            URL(filePath: Self.verifier),
            [
                "verify", "--man=no", directory.file("thumbnailer.service"),
                directory.file("thumbnailer.timer"),
            ]
        )
        let complaints = end.errors.split(separator: "\n").filter {
            $0.contains(directory.path) || $0.contains("thumbnailer")
        }
        #expect(end.status == 0 && complaints == [], "\(end.errors)")
    }

    @Test("and the line for cron call the program as it is")
    func options() throws {
        for file in ["Documentation/systemd/thumbnailer.service", "Documentation/thumbnails.md"] {
            for line in try Repository.text(file).split(separator: "\n")
            where line.contains("/usr/local/bin/thumbnailer run") {
                let options = line.matches(of: /--[a-z-]+/).map { String($0.output) }
                let known = root.allCommands.filter { $0.path.last == "run" }.flatMap(\.options).map {
                    "--\($0.name)"
                }
                #expect(!options.isEmpty && options.allSatisfy(known.contains), "\(line)")
            }
        }
    }
}
