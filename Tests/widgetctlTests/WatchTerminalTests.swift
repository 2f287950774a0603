import Foundation
import Testing
import TestSupport

@Suite("The terminal of widgetctl watch")
struct WatchTerminalTests {
    private let program: WidgetctlProcess

    private static let leaving = "\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    init() throws { program = try WidgetctlProcess.applied() }

    private func watch(service: String = "http://127.0.0.1:1") throws -> PseudoTerminal {
        try PseudoTerminal(RunningProgram.built("widgetctl"), line(service: service), [:])
    }

    private func line(service: String = "http://127.0.0.1:1") -> [String] {
        ["watch", "--store", program.store, "--interval", "1", "--service", service]
    }

    @Test(
        "leaves the terminal as it was, and ends by the signal that asked for it",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    )
    func signals(_ signal: Int32) throws {
        let terminal = try watch()
        let before = try terminal.wait(for: "no kills")
        #expect(!before.areModesRestored)
        #expect(before.isCursorHidden)
        #expect(before.raw.hasPrefix("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l"))
        try terminal.send(signal: signal)
        #expect(try terminal.report() == "signalled \(signal)")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(!after.isCursorHidden)
        #expect(after.raw.hasSuffix(Self.leaving))
    }

    @Test("hears Control-C, Control-Z and Control-L at the keyboard")
    func keys() throws {
        let terminal = try watch()
        try terminal.wait(for: "no kills")
        let count = try terminal.view().raw.ranges(of: "no kills").count
        try terminal.type("\u{0C}")
        #expect(try eventually { try terminal.view().raw.ranges(of: "no kills").count > count })

        try terminal.type("\u{1A}")
        #expect(try terminal.report() == "stopped \(SIGTSTP)")
        let aside = try terminal.view()
        #expect(aside.areModesRestored)
        #expect(!aside.isCursorHidden)
        #expect(aside.raw.hasSuffix(Self.leaving))
        try terminal.letGoOn()
        let back = try terminal.wait(for: "no kills")
        #expect(back.isCursorHidden)
        #expect(!back.areModesRestored)

        try terminal.type("\u{3}")
        #expect(try terminal.report() == "signalled \(SIGINT)")
        #expect(try terminal.view().areModesRestored)
    }

    @Test("ends when it is told to while it is stopped, without taking the screen again")
    func endedAside() throws {
        let terminal = try watch()
        try terminal.wait(for: "no kills")
        try terminal.type("\u{1A}")
        #expect(try terminal.report() == "stopped \(SIGTSTP)")
        try terminal.send(signal: SIGTERM)
        try terminal.letGoOn()
        #expect(try terminal.report() == "signalled \(SIGTERM)")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(after.raw.ranges(of: "\u{1B}[?1049h").count == 1)
        #expect(after.raw.hasSuffix(Self.leaving))
    }

    @Test("takes the screen again after a stop that it could not see")
    func unseenStop() throws {
        let terminal = try watch()
        try terminal.wait(for: "no kills")
        try terminal.send(signal: SIGSTOP)
        #expect(try terminal.report() == "stopped \(SIGSTOP)")
        try terminal.letGoOn()
        #expect(try eventually { try terminal.view().raw.ranges(of: "\u{1B}[?1049h").count == 2 })
        try terminal.wait(for: "no kills")
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
        #expect(try terminal.view().areModesRestored)
    }

    @Test(
        "leaves the terminal alone in the background after a stop that it could not see, until it is called back"
    )
    func unseenStopAndBackground() throws {
        let server = try SilentServer()
        let terminal = try watch(service: server.url)
        try #require(server.turnAway())
        try terminal.wait(for: "no kills")
        try terminal.send(signal: SIGSTOP)
        #expect(try terminal.report() == "stopped \(SIGSTOP)")
        let stopped = try terminal.view().raw
        try terminal.letGoOnInBackground()
        // By the third look the first has long been there to be drawn.
        for _ in 1...3 { try #require(server.turnAway()) }
        let aside = try terminal.view()
        #expect(aside.raw == stopped)
        #expect(aside.areModesRestored)
        try terminal.letGoOn()
        #expect(try eventually { try terminal.view().raw.ranges(of: "\u{1B}[?1049h").count == 2 })
        #expect(try !terminal.view().areModesRestored)
        try terminal.wait(for: "no kills")
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(after.raw.hasSuffix(Self.leaving))
    }

    @Test("is not ended by a signal that its starter ignores")
    func ignored() throws {
        let terminal = try PseudoTerminal(
            URL(filePath: "/bin/sh"),
            ["-c", "trap '' HUP; exec \"$0\" \"$@\"", RunningProgram.built("widgetctl").path] + line(),
            [:]
        )
        try terminal.wait(for: "no kills")
        try terminal.send(signal: SIGHUP)
        let count = try terminal.view().raw.ranges(of: "no kills").count
        try terminal.type("\u{0C}")
        #expect(try eventually { try terminal.view().raw.ranges(of: "no kills").count > count })
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
    }

    @Test("ends when its window is closed")
    func hangUp() throws {
        let terminal = try watch()
        try terminal.wait(for: "no kills")
        try terminal.hangUp()
        #expect(try terminal.report() == "signalled \(SIGHUP)")
    }

    @Test("has a screen that is given back before an error is told")
    func error() throws {
        let terminal = try PseudoTerminal(RunningProgram.built("CommandLineFixture"), ["show"], [:])
        try terminal.wait(for: "brewing")
        try terminal.type("x")
        #expect(try terminal.report() == "exited 17")
        let after = try terminal.view()
        #expect(after.areModesRestored)
        #expect(!after.isCursorHidden)
        #expect(after.raw.hasSuffix("\(Self.leaving)barista: no water\r\n"))
    }

    @Test("can be left while a server does not answer")
    func silentServer() throws {
        let silent = try SilentServer()
        let terminal = try watch(service: silent.url)
        try terminal.wait(for: "looking at")
        try terminal.type("q")
        #expect(try terminal.report() == "exited 0")
        #expect(try terminal.view().areModesRestored)
    }
}
