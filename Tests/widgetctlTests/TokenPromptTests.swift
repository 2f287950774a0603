import Glibc
import Testing
import TestSupport

@Suite("The prompt for a token", .timeLimit(.minutes(3)))
struct TokenPromptTests {
    private let directory: TemporaryDirectory
    private let server: AdminServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try AdminServer(directory.file("rollout.sqlite"))
    }

    /// A terminal in which `widgetctl requests` asks for a token.
    private func ask(for url: String? = nil) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            RunningProgram.built("widgetctl"),
            ["requests", "--server", url ?? server.url],
            [:]
        )
        let asked = try terminal.wait(for: "token for \(url ?? server.url):")
        #expect(!asked.areModesRestored)
        return terminal
    }

    @Test("shows nothing of what is typed, and leaves the terminal as it was")
    func typed() throws {
        let token = try server.token(of: "ana")
        let terminal = try ask()
        try terminal.type(token + "\n")
        #expect(try terminal.report() == "exited 1")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        // It was read: the server answered for its empty store.
        #expect(after.raw.contains("the store has no apps yet"), "\(after.raw)")
        for start in stride(from: 0, to: token.count - 8, by: 8) {
            #expect(!after.raw.contains(token.dropFirst(start).prefix(8)))
        }
    }

    @Test(
        "ends by the signal that asked for it, and leaves the terminal as it was",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    )
    func signals(_ signal: Int32) throws {
        let terminal = try ask()
        try terminal.send(signal: signal)
        #expect(try terminal.report() == "signalled \(signal)")
        #expect(try terminal.view().areModesRestored)
    }

    @Test(
        "hears the keys that end a program, whatever was typed before",
        arguments: [("\u{3}", SIGINT), ("wrt_\u{3}", SIGINT), ("wrt_\u{1C}", SIGQUIT)]
    )
    func keys(_ typed: String, _ signal: Int32) throws {
        let terminal = try ask()
        try terminal.type(typed)
        #expect(try terminal.report() == "signalled \(signal)")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(!after.raw.contains("wrt_"))
    }

    @Test("says that no token was given when the input ends")
    func endOfInput() throws {
        let terminal = try ask()
        try terminal.type("\u{4}")
        #expect(try terminal.report() == "exited 2")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(after.raw.contains("no token was given"))
    }

    @Test("is put aside by Control-Z as the terminal was, and asks from the start afterwards")
    func aside() throws {
        let token = try server.token(of: "ana")
        let terminal = try ask()
        try terminal.type("wrt_half")
        try terminal.type("\u{1A}")
        #expect(try terminal.report() == "stopped \(SIGTSTP)")
        #expect(try terminal.view().areModesRestored)
        try terminal.letGoOn()
        #expect(try eventually { try terminal.view().raw.ranges(of: "token for").count == 2 })
        #expect(try !terminal.view().areModesRestored)
        try terminal.type(token + "\n")
        #expect(try terminal.report() == "exited 1")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(after.raw.contains("the store has no apps yet"), "\(after.raw)")
        #expect(!after.raw.contains("half"))
    }

    @Test("ends when it is told to while it is put aside, without asking again")
    func endedAside() throws {
        let terminal = try ask()
        try terminal.type("\u{1A}")
        #expect(try terminal.report() == "stopped \(SIGTSTP)")
        try terminal.send(signal: SIGTERM)
        try terminal.letGoOn()
        #expect(try terminal.report() == "signalled \(SIGTERM)")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(after.raw.ranges(of: "token for").count == 1)
    }

    @Test("hides what is typed again after a stop that it could not see")
    func unseenStop() throws {
        let terminal = try ask()
        try terminal.send(signal: SIGSTOP)
        #expect(try terminal.report() == "stopped \(SIGSTOP)")
        try terminal.letGoOn()
        #expect(try eventually { try terminal.view().raw.ranges(of: "token for").count == 2 })
        #expect(try !terminal.view().areModesRestored)
        try terminal.type("\u{3}")
        #expect(try terminal.report() == "signalled \(SIGINT)")
        #expect(try terminal.view().areModesRestored)
    }

    @Test("lets signals through once it has been answered", arguments: [SIGTERM, SIGINT])
    func afterwards(_ signal: Int32) throws {
        let silent = try SilentServer()
        let terminal = try ask(for: silent.url)
        try terminal.type(server.token(of: "ana") + "\n")
        // It has taken the token when it asks the server.
        try #require(silent.hasClient())
        try terminal.send(signal: signal)
        #expect(try terminal.report() == "signalled \(signal)")
    }
}
