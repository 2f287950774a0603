import Foundation
import Testing
import TestSupport
import WorkerProcess

@Suite("A worker process")
struct WorkerProcessTests {
    // The macros copy what they are given, which a process cannot be; hence the many names.

    private static func start() throws -> WorkerProcess {
        try WorkerProcess(RunningProgram.built("worker-fixture").path, [])
    }

    /// What it answers; nil when it ends instead.
    private static func ask(_ worker: borrowing WorkerProcess, _ word: String, file: Int32? = nil) throws
        -> String?
    {
        try worker.socket.send(Array(word.utf8), file: file)
        let answer = try worker.socket.receive(upTo: 1000, by: .now + patience)
        return answer.map { String(decoding: $0.message, as: UTF8.self) }
    }

    @Test("reads the files that it is handed, message after message")
    func files() throws {
        let directory = try TemporaryDirectory()
        let worker = try Self.start()
        for text in ["first", "second", "third"] {
            try Data(text.utf8).write(to: URL(filePath: directory.file("text")))
            let file = open(directory.file("text"), O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            let answer = try Self.ask(worker, "echo", file: file)
            #expect(answer == text)
        }
        let answer = try Self.ask(worker, "echo")
        #expect(answer == "no file")
    }

    @Test("may not open or look at any other file, nor write to one", arguments: ["open", "stat"])
    func otherFiles(_ word: String) throws {
        let worker = try Self.start()
        let answer = try Self.ask(worker, word)
        #expect(answer == "errno \(EACCES)")
    }

    @Test("may not write even to a file that it is handed open for writing")
    func writing() throws {
        let directory = try TemporaryDirectory()
        let file = open(directory.file("text"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let worker = try Self.start()
        let answer = try Self.ask(worker, "write-file", file: file)
        #expect(answer == "errno \(EFBIG)")
    }

    @Test(
        "is ended by the system when it reaches for the network or for another process",
        arguments: ["socket", "fork"]
    )
    func forbidden(_ word: String) throws {
        var worker = try Self.start()
        let answer = try Self.ask(worker, word)
        let end = worker.reap(within: patience)
        #expect(answer == nil && end == .signalled(SIGSYS))
    }

    @Test(
        "that crashes or exits is told from the others",
        arguments: [("crash", WorkerProcess.End.signalled(SIGABRT)), ("exit", .exited(7))]
    )
    func endings(_ word: String, _ end: WorkerProcess.End) throws {
        var worker = try Self.start()
        let answer = try Self.ask(worker, word)
        let actual = worker.reap(within: patience)
        #expect(answer == nil && actual == end)
    }

    @Test("that hangs is given up at the deadline and ended")
    func hanging() throws {
        var worker = try Self.start()
        try worker.socket.send(Array("hang".utf8))
        var failure: WorkerError?
        do throws(WorkerError) {
            _ = try worker.socket.receive(upTo: 10, by: .now + .milliseconds(50))
        } catch {
            failure = error
        }
        let end = worker.finish()
        #expect(failure == .timedOut && end == .signalled(SIGKILL))
    }

    @Test("that takes more processor time than it is allowed is ended")
    func spinning() throws {
        var worker = try Self.start()
        try worker.allow(processorTime: .zero)
        let answer = try Self.ask(worker, "spin")
        let end = worker.reap(within: patience)
        #expect(answer == nil && end == .signalled(SIGXCPU))
    }

    @Test("gets no more memory than its address space")
    func memory() throws {
        let worker = try Self.start()
        let answer = try Self.ask(worker, "allocate")
        let looked = worker.memory()
        let megabytes = try #require(answer.flatMap { Int($0) })
        let memory = try #require(looked)
        #expect(1..<512 ~= megabytes)
        #expect(memory.peak >= megabytes << 20 && memory.peak < 600 << 20)
    }

    @Test("refuses a message that is longer than agreed, and the connection ends with it")
    func longMessage() throws {
        var worker = try Self.start()
        try worker.socket.send([UInt8](repeating: 0, count: 2000))
        let answer = try worker.socket.receive(upTo: 10, by: .now + patience)
        let end = worker.reap(within: patience)
        #expect(answer == nil && end != .exited(0))
    }

    @Test("ends with its parent's end of the connection")
    func orphan() throws {
        var id: pid_t = 0
        do {
            let worker = try Self.start()
            let answer = try Self.ask(worker, "what")
            #expect(answer == "what?")
            id = worker.id
        }
        #expect(kill(id, 0) == -1 && errno == ESRCH)
    }
}
