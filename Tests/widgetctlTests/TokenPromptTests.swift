import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("The prompt for a token", .timeLimit(.minutes(2)))
struct TokenPromptTests {
    private let directory: TemporaryDirectory
    private let server: AdminServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try AdminServer(directory.file("rollout.sqlite"))
    }

    /// What `widgetctl requests` does on a pseudo-terminal when something is typed at its prompt.
    private func type(_ text: String) throws -> JSON {
        try Python.answer(
            to: [
                "program": .string(RunningProgram.built("widgetctl").path), "server": .string(server.url),
                "folder": .string(directory.path), "typed": .string(text),
            ],
            """
            import fcntl, os, select, subprocess, termios
            master, terminal = os.openpty()
            def settings(): return termios.tcgetattr(terminal)
            before = settings()
            program = subprocess.Popen(
                [request["program"], "requests", "--server", request["server"]],
                stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True, cwd=request["folder"],
                env={"PATH": "/usr/bin:/bin"},
                preexec_fn=lambda: fcntl.ioctl(terminal, termios.TIOCSCTTY, 0))
            shown = b""
            def read(until):
                global shown
                while not until():
                    if select.select([master], [], [], 0.05)[0]: shown += os.read(master, 4096)
            try:
                read(lambda: b"token for" in shown)
                hidden = settings()[3] & termios.ECHO == 0
                os.write(master, request["typed"].encode())
                status = program.wait(20)
                read(lambda: not select.select([master], [], [], 0)[0])
                answer = {
                    "hidden": hidden, "restored": settings() == before, "status": status,
                    "shown": shown.decode(),
                }
            finally:
                program.kill()
            """
        )
    }

    @Test("shows nothing of what is typed, and leaves the terminal as it was")
    func typed() throws {
        let token = try server.token(of: "ana")
        let end = try type(token + "\n")
        #expect(end.member("hidden") == true)
        #expect(end.member("restored") == true)
        #expect(end.member("status") == 1)
        let shown = end.member("shown")?.string ?? ""
        #expect(shown.contains("token for \(server.url): "))
        // It was read: the server answered for its empty store.
        #expect(shown.contains("the store has no apps yet"), "\(shown)")
        for start in stride(from: 0, to: token.count - 8, by: 8) {
            #expect(!shown.contains(token.dropFirst(start).prefix(8)))
        }
    }

    @Test(
        "ends with Control-C at once, and leaves the terminal as it was",
        arguments: ["\u{3}", "wrt_\u{3}"]
    )
    func interrupted(_ typed: String) throws {
        let end = try type(typed)
        #expect(end.member("hidden") == true)
        #expect(end.member("restored") == true)
        #expect(end.member("status") == 2)
        let shown = end.member("shown")?.string ?? ""
        #expect(shown.contains("no token was given"), "\(shown)")
        #expect(!shown.contains("wrt_"))
    }
}
