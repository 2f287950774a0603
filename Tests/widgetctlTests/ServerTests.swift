import Definitions
import Foundation
import Testing
import TestSupport

@Suite("A command that works through a server")
struct ServerTests {
    private let directory: TemporaryDirectory
    private let server: AdminServer

    init() throws {
        directory = try TemporaryDirectory()
        server = try AdminServer(directory.file("rollout.sqlite"))
        let end = try RunningProgram.run(
            RunningProgram.built("widgetctl"),
            ["apply", "--store", directory.file("rollout.sqlite"), "--definitions", Repository.path]
        )
        #expect(end.status == 0)
    }

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws
        -> RunningProgram.End
    {
        try RunningProgram.run(
            RunningProgram.built("widgetctl"),
            arguments,
            environment: environment.merging(["PATH": "/usr/bin:/bin"]) { first, _ in first },
            in: directory.url
        )
    }

    private func file(_ text: String, mode: Int) throws -> String {
        let path = directory.file("token-\(mode)")
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }

    @Test("takes the token from the environment, or from a file that nobody else may read")
    func sources() throws {
        let token = try server.token(of: "ana")
        let there = ["--server", server.url]
        #expect(try run(["status"] + there, ["WIDGET_TOKEN": token]).status == 0)
        let kept = try file(token + "\n", mode: 0o600)
        #expect(try run(["status", "--token-file", kept] + there).status == 0)
        #expect(try run(["status"], ["WIDGET_SERVER": server.url, "WIDGET_TOKEN_FILE": kept]).status == 0)
        // What is written counts for more.
        let viewer = try server.token(of: "vi", .viewer)
        let kill = ["kill", "all", "--whole-app", "--reason", "r", "--token-file", kept] + there
        #expect(try run(kill, ["WIDGET_TOKEN": viewer]).status == 0)

        let open = try file(token, mode: 0o644)
        let refused = try run(["status", "--token-file", open] + there)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("others may read it: chmod 600 \(open)"))
        #expect(!refused.errors.contains(token.suffix(40)))
    }

    @Test("says what is wrong with a token, and shows nothing of it")
    func wrongTokens() throws {
        let token = try server.token(of: "ana")
        let there = ["status", "--server", server.url]
        let none = try run(there)
        #expect(none.status == 2)
        #expect(none.errors.contains("set WIDGET_TOKEN, name a file with --token-file"))
        let half = try run(there, ["WIDGET_TOKEN": String(token.dropLast(9))])
        #expect(half.status == 2)
        #expect(half.errors.contains("WIDGET_TOKEN: this is not a whole token"))
        #expect(!half.errors.contains(token.dropFirst(17).prefix(20)))
        let id = String(token.dropFirst(4).prefix(12))
        let admin = try server.token(of: "bo")
        #expect(
            try run(["token", "revoke", id, "--server", server.url], ["WIDGET_TOKEN": admin]).status == 0
        )
        let revoked = try run(there, ["WIDGET_TOKEN": token])
        #expect(revoked.status == 1)
        #expect(revoked.errors == "widgetctl: \(server.url): The token was revoked.\n")
    }

    @Test("may do what the token's role and apps allow, and sees those apps alone")
    func roles() throws {
        let viewer = ["WIDGET_SERVER": server.url, "WIDGET_TOKEN": try server.token(of: "vi", .viewer)]
        let kill = ["kill", "minimal-wallpapers", "--whole-app", "--reason", "r"]
        let refused = try run(kill, viewer)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("kill needs the role operator"))
        #expect(try run(kill + ["--dry-run"], viewer).status == 0)

        let limited = [
            "WIDGET_SERVER": server.url,
            "WIDGET_TOKEN": try server.token(of: "op", .operator, apps: ["aurora-wallpapers"]),
        ]
        #expect(try run(["status"], limited).lines.count == 2)
        #expect(try run(["history"], limited).lines.allSatisfy { !$0.contains("minimal") })
        let unknown = try run(["status", "minimal-wallpapers"], limited)
        #expect(unknown.status == 2)
        #expect(unknown.errors.contains("there is no app \"minimal-wallpapers\""))
        #expect(try run(kill, limited).errors.contains("is not for minimal-wallpapers"))
        #expect(try run(["audit", "verify"], limited).errors.contains("is not for all of them"))
        #expect(try run(["kill", "aurora-wallpapers", "--whole-app", "--reason", "r"], limited).status == 0)
    }

    @Test(
        "is refused where it makes no sense from another machine",
        arguments: [
            ["backup", "b.sqlite"], ["restore-backup", "b.sqlite"], ["publish", "folder", "--unsigned"],
            ["keys", "create"], ["keys", "list"],
        ]
    )
    func here(_ arguments: [String]) throws {
        let end = try run(
            arguments,
            ["WIDGET_SERVER": server.url, "WIDGET_TOKEN": try server.token(of: "ana")]
        )
        #expect(end.status == 2)
        #expect(end.errors.contains("works on files of the machine that has the store"), "\(end.errors)")
    }

    @Test(
        "is refused with what contradicts it",
        arguments: [
            (
                ["status", "--store", "s", "--server", "http://127.0.0.1:1"],
                "--store and --server exclude each other"
            ),
            (["status", "--server", "http://widgets.example.org"], "could be read on its way"),
            (["status", "--server", "widgets"], "write it like https://"),
        ]
    )
    func contradictions(_ arguments: [String], _ complaint: String) throws {
        let end = try run(arguments, ["WIDGET_TOKEN": try server.token(of: "ana")])
        #expect(end.status == 2)
        #expect(end.errors.contains(complaint), "\(end.errors)")
    }

    @Test("has the actor of the token, and takes no other")
    func actor() throws {
        let environment = [
            "WIDGET_SERVER": server.url, "WIDGET_TOKEN": try server.token(of: "ana"), "WIDGET_ACTOR": "bo",
        ]
        let kill = ["kill", "all", "--whole-app", "--reason", "r"]
        let refused = try run(kill + ["--actor", "bo"], environment)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("the actor is whoever the token is for"))
        #expect(try run(kill, environment).status == 0)
        #expect(try run(["history", "--limit", "1"], environment).lines[1].contains("ana"))
        #expect(try run(["history", "--actor", "bo"], environment).output == "no such changes\n")
    }

    @Test("says so when nobody is there")
    func nobody() throws {
        let end = try run(
            ["status", "--server", "http://127.0.0.1:1"],
            ["WIDGET_TOKEN": try server.token(of: "ana")]
        )
        #expect(end.status == 1)
        #expect(end.errors.contains("http://127.0.0.1:1/admin/v1/revision: "))
        #expect(end.errors.contains("is the address right"))
    }
}
