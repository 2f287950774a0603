import Files
import Foundation
import Testing
import TestSupport

@Suite("A lock file")
struct LockFileTests {
    private let temporary: TemporaryDirectory
    private let directory: Directory

    init() throws {
        temporary = try TemporaryDirectory()
        directory = try Directory(temporary.path)
    }

    private func take(_ holder: String) throws -> LockFile {
        try LockFile("lock", in: directory, holder: holder)
    }

    @Test("lets one in, tells the next who that is, and is free when it has gone")
    func oneAtATime() throws {
        var first: LockFile? = try take("process 1 of ana, long since,")
        #expect(first != nil)
        let error = #expect(throws: FileError.self) { try take("process 2") }
        #expect(
            error?.description
                == "\(temporary.file("lock")): cannot lock it: process 1 of ana, long since, has it; wait until that ends"
        )
        first = nil
        // Shorter than what the first has left there.
        let second = try take("process 3")
        let next = #expect(throws: FileError.self) { try take("process 4") }
        #expect(next?.problem == .held(by: "process 3"))
        withExtendedLifetime(second) {}
    }

    @Test("is free when its holder is killed")
    func killed() throws {
        let holder = try RunningProgram(
            URL(filePath: "/usr/bin/flock"),
            [temporary.file("lock"), "sh", "-c", "echo held; exec cat"]
        )
        #expect(try holder.outputLine() == "held")
        let error = #expect(throws: FileError.self) { try take("this") }
        #expect(error?.problem == .held(by: "another process"))
        holder.send(signal: SIGKILL)
        _ = try holder.finish()
        #expect(eventually { (try? take("this")) != nil })
    }

    @Test("does not follow a link")
    func link() throws {
        try FileManager.default.createSymbolicLink(
            atPath: temporary.file("lock"),
            withDestinationPath: "elsewhere"
        )
        #expect(throws: FileError("lock", temporary.file("lock"), .link)) { try take("this") }
        #expect(!FileManager.default.fileExists(atPath: temporary.file("elsewhere")))
    }
}
