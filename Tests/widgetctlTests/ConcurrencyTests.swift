import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("Several processes on one store", .timeLimit(.minutes(5)))
struct ConcurrencyTests {
    @Test("lose no change of each other, and each prints the revision that it made")
    func twoAtOnce() throws {
        let program = try WidgetctlProcess.applied()
        var revisions: [Int] = []
        for round in 1...10 {
            let processes = try (0..<3).map { place in
                try program.start([
                    "flag", "set", "refresh_spacing_minutes", "\(round * 10 + place)", "--app",
                    "aurora-wallpapers", "--actor", "actor \(place)",
                ])
            }
            for process in processes {
                let end = try process.finish()
                #expect(end.status == 0)
                let last = end.lines.last?.split(separator: " ").last
                revisions.append(try #require(last.flatMap { Int($0) }))
            }
        }
        #expect(revisions.sorted() == Array(43...72))
    }

    @Test("kill the same thing: one makes the kill, the others are told who did")
    func sameKill() throws {
        let program = try WidgetctlProcess.applied()
        let processes = try (0..<4).map { place in
            try program.start([
                "kill", "aurora-wallpapers", "--whole-app", "--reason", "r", "--actor", "a\(place)",
            ])
        }
        for process in processes { #expect(try process.finish().status == 0) }
        #expect(
            try program.succeed("history", "--app", "aurora-wallpapers", "--limit", "2").lines[2].contains(
                "apply"
            )
        )
    }

    @Test("an apply that is killed in the middle, forty times, has applied all or nothing")
    func killedApply() throws {
        let program = try WidgetctlProcess.applied()
        let changed = try changedDefinitions(in: program.directory.url)
        var (all, nothing) = (0, 0)
        for round in 0..<40 {
            let definitions = round.isMultiple(of: 2) ? changed : Repository.root
            let before = try values(program)
            let process = try program.start(["apply"], definitions: definitions)
            spin(for: .microseconds(round * 1_500))
            process.send(signal: SIGKILL)
            _ = try process.finish()

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
                at: Repository.root.appending(path: folder),
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
}
