import Foundation
import StrictJSON
import Testing

@Suite("Several processes on one store", .timeLimit(.minutes(5)))
struct ConcurrencyTests {
    @Test("lose no change of each other, and each prints the revision that it made")
    func twoAtOnce() throws {
        let program = try WidgetctlProcess.applied()
        var revisions: [Int] = []
        for round in 1...10 {
            let processes = try (0..<3).map { place in
                try program.process([
                    "flag", "set", "refresh_spacing_minutes", "\(round * 10 + place)", "--app",
                    "aurora-wallpapers",
                    "--actor", "actor \(place)",
                ])
            }
            let outputs = processes.map { process in
                let pipe = Pipe()
                process.standardOutput = pipe
                return pipe
            }
            for process in processes { try process.run() }
            for (process, pipe) in zip(processes, outputs) {
                let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
                let last = text.split(separator: "\n").last?.split(separator: " ").last
                revisions.append(try #require(last.flatMap { Int($0) }))
            }
        }
        #expect(revisions.sorted() == Array(43...72))
    }

    @Test("kill the same thing: one makes the kill, the others are told who did")
    func sameKill() throws {
        let program = try WidgetctlProcess.applied()
        let processes = try (0..<4).map { place in
            try program.process([
                "kill", "aurora-wallpapers", "--whole-app", "--reason", "r", "--actor", "a\(place)",
            ])
        }
        for process in processes {
            process.standardOutput = FileHandle.nullDevice
            try process.run()
        }
        for process in processes {
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        #expect(
            try program.succeed("history", "--app", "aurora-wallpapers", "--limit", "2").lines[2].contains(
                "apply"
            )
        )
    }

    @Test("an apply that is killed in the middle, forty times, has applied all or nothing")
    func killedApply() throws {
        let program = try WidgetctlProcess.applied()
        let changed = try changedDefinitions(in: program.directory)
        var (all, nothing) = (0, 0)
        for round in 0..<40 {
            let definitions = round.isMultiple(of: 2) ? changed : WidgetctlProcess.repository
            let process = try program.process(["apply"], definitions: definitions)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            let before = try values(program)
            try process.run()
            spin(for: .microseconds(round * 1_500))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()

            let after = try values(program)
            #expect(after.count == 6)
            #expect(Set(after).count == 1, "half applied: \(after)")
            if after == before { nothing += 1 } else { all += 1 }
            // Whatever was left, the next apply finishes it.
            let finish = try program.run("apply", definitions: definitions)
            #expect(finish.status == 0, "\(finish.errors)")
            #expect(try values(program) == Array(repeating: round.isMultiple(of: 2) ? "45" : "30", count: 6))
        }
        #expect(nothing > 0, "no kill was early enough: \(all)")
    }

    /// The default of one flag in each app.
    private func values(_ program: WidgetctlProcess) throws -> [String] {
        guard
            case .array(let apps) = try JSON(parsing: Array(program.succeed("status", "--json").output.utf8))
        else {
            return []
        }
        return apps.map { app in
            guard case .object(let app) = app, case .object(let flags)? = app["flags"],
                case .object(let flag)? = flags["refresh_spacing_minutes"],
                case .object(let definition)? = flag["definition"]
            else { return "none" }
            return definition["default"]?.text ?? "none"
        }
    }

    /// The repository's definitions with another default for one flag in every app.
    private func changedDefinitions(in directory: URL) throws -> URL {
        let copy = directory.appending(path: "definitions")
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
        for folder in ["Apps", "Flags"] {
            try FileManager.default.copyItem(
                at: WidgetctlProcess.repository.appending(path: folder),
                to: copy.appending(path: folder)
            )
        }
        let file = copy.appending(path: "Flags/refresh_spacing_minutes.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let changed = text.replacing("\"safe\": 30", with: "\"safe\": 45")
            .replacing("\"default\": 30", with: "\"default\": 45")
        try #require(changed != text)
        try changed.write(to: file, atomically: true, encoding: .utf8)
        return copy
    }

    /// Lets the other process get somewhere else in its work each time.
    private func spin(for duration: Duration) {
        let start = ContinuousClock.now
        while ContinuousClock.now - start < duration {}
    }
}
