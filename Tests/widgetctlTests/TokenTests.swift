import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("Tokens on the command line")
struct TokenTests {
    @Test("A token is shown once, listed without its secret, and revoked", arguments: Place.allCases)
    func session(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        let made = try program.succeed(
            "token",
            "create",
            "--name",
            "mika",
            "--role",
            "operator",
            "--app",
            "minimal-wallpapers",
            "--expires",
            "2099-01-01T00:00:00Z"
        ).lines
        #expect(made.count == 2)
        let id = try #require(made[0].split(separator: " ").dropFirst().first.map(String.init))
        #expect(
            made[0]
                == "token \(id) of mika: operator, for minimal-wallpapers, until 2099-01-01T00:00:00Z; it is shown only now:"
        )
        #expect(made[1].hasPrefix("wrt_\(id)_"))
        for arguments in [["token", "list"], ["token", "list", "--json"], ["history", "--format", "csv"]] {
            #expect(try !program.run(arguments).output.contains("wrt_"))
        }
        #expect(try program.succeed("token", "list").lines[1].contains("active"))
        #expect(
            try program.succeed("token", "revoke", id).output.hasPrefix(
                "token \(id) of mika is revoked since "
            )
        )
        let list = try JSON(parsing: Array(program.succeed("token", "list", "--json").output.utf8))
        guard case .array(let tokens) = list,
            let token = tokens.first(where: { $0.member("id") == .string(id) })
        else {
            Issue.record("\(list)")
            return
        }
        #expect(token.member("state") == "revoked")
        #expect(token.member("revokedBy") == "ana")
        #expect(token.member("createdBy") == "ana")
        #expect(token.member("apps") == ["minimal-wallpapers"])
        #expect(token.member("hash") == nil)
        #expect(try program.succeed("audit", "head").output.hasPrefix("42:"))
    }

    @Test("A span says how long a token is good", arguments: Place.allCases)
    func span(_ place: Place) throws {
        let program = try WidgetctlProcess.applied(place)
        let made = try program.succeed(
            "token",
            "create",
            "--name",
            "a",
            "--role",
            "admin",
            "--expires",
            "90d",
            "--json"
        )
        let json = try JSON(parsing: Array(made.output.utf8))
        let expires = try #require(json.member("expires")?.string)
        let moment = try Date(expires, strategy: .iso8601)
        #expect(abs(moment.timeIntervalSinceNow - 90 * 86_400) < 60)
        #expect(json.member("token")?.string?.utf8.count == 66)
    }

    @Test(
        "What makes no sense is a wrong command line",
        arguments: [
            (
                ["create", "--name", "a", "--role", "boss"],
                "expected one of viewer, operator, approver, admin"
            ),
            (["create", "--name", "a"], "missing option --role"),
            (["create", "--role", "viewer"], "missing option --name"),
            (["create", "--name", "a", "--role", "viewer", "--app", "minimal-wallpaper"], "did you mean"),
            (["create", "--name", "a", "--role", "viewer", "--expires", "tomorrow"], "is not a moment"),
            (["create", "--name", "a", "--role", "viewer", "--expires", "0d"], "is in the past"),
            (["revoke", "abc"], "there is no token \"abc\""),
        ],
        Place.allCases
    )
    func wrong(_ wrong: ([String], String), _ place: Place) throws {
        let (arguments, complaint) = wrong
        let end = try WidgetctlProcess.applied(place).run(["token"] + arguments)
        #expect(end.status == 2)
        #expect(end.errors.contains(complaint), "\(end.errors)")
    }
}
