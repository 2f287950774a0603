import Definitions
import Foundation
import HTTPServer
import RolloutStore
import SQLite
import StrictJSON
import Testing
import TestSupport

@testable import AdminService

/// What nobody should send, and somebody will: each gets an answer that says what is wrong, and the server goes on.
@Suite("Odd input to the admin API", .timeLimit(.minutes(5)))
struct OddInputTests {
    private let fixture: AdminFixture

    init() throws { fixture = try AdminFixture() }

    private func send(_ text: String) throws -> RawClient.Reply? {
        let client = try fixture.client()
        try client.send(text)
        return try client.reply()
    }

    /// As they are written in a query, and whether they are one of 64 bits.
    private static let numbers: [(text: String, isNumber: Bool)] = [
        ("9223372036854775807", true), ("-9223372036854775808", true), ("-1", true), ("0", true),
        ("+5", true), ("9223372036854775808", false), ("1e3", false), ("1.0", false), ("NaN", false),
        ("Infinity", false), ("", false), ("%00", false), ("%D9%A3", false), ("0x10", false),
        ("%F0%9F%98%80", false), ("%ED%A0%80", false), ("%", false), ("%zz", false),
    ]

    @Test("is no number of a query")
    func numbers() throws {
        let token = try fixture.token(.viewer)
        let client = try fixture.client()
        for name in ["limit", "before", "after", "since", "until"] {
            for rest in ["", "&order=oldest", "&app=minimal-wallpapers", "&app="] {
                for (number, isNumber) in Self.numbers {
                    let target = "/admin/v1/changes?\(name)=\(number)\(rest)"
                    try client.send(AdminFixture.text("GET", target, token: token))
                    let reply = try #require(try client.reply(), "\(target)")
                    #expect(reply.status == (isNumber ? 200 : 400), "\(target): \(reply.text)")
                }
            }
        }
    }

    @Test("is no revision of a state")
    func revisions() throws {
        let token = try fixture.token(.viewer)
        for (number, isNumber) in Self.numbers {
            // The last revision is 42.
            let status =
                switch number {
                case "0", "+5": 200
                case "9223372036854775807": 404
                default: 400
                }
            #expect(isNumber || status == 400)
            for route in ["apps?", "documents?app=minimal-wallpapers&", "documents?from=&"] {
                let reply = try fixture.request("GET", "/admin/v1/\(route)revision=\(number)", token: token)
                #expect(reply.status == status, "\(route)\(number): \(reply.text)")
            }
        }
    }

    @Test("is no path")
    func paths() throws {
        let token = try fixture.token(.admin)
        let paths = [
            ("/admin/v1/../v1/self", 404), ("/admin/v1/%2e%2e/v1/self", 404), ("/admin/v1/self/..", 404),
            ("/admin//v1/self", 404), ("/admin/v1/self%00", 400), ("/admin/v1/tokens/../self", 404),
            ("/admin/v1/%", 400), ("/admin/v1/self;a=b", 404), ("http://test/admin/v1/nothing", 404),
            // For OPTIONS alone: RFC 9112, 3.2.4.
            ("*", 400), ("/%61dmin/v1/self", 404),
        ]
        for (path, status) in paths {
            let reply = try send(AdminFixture.text("GET", path, token: token))
            #expect(reply?.status == status, "\(path): \(reply?.text ?? "no answer")")
        }
    }

    @Test("is no ID of a token")
    func ids() throws {
        let token = try fixture.token(.admin)
        let ids = [
            ("..", 404), ("%2e%2e", 404), ("%00", 400), ("'%20OR%201=1--", 404),
            (String(repeating: "a", count: 1500), 404),
        ]
        for (id, status) in ids {
            let reply = try fixture.request("DELETE", "/admin/v1/tokens/\(id)", token: token)
            #expect(reply.status == status, "\(id): \(reply.text)")
        }
        #expect(try fixture.store.tokens().allSatisfy { $0.revocation == nil })
    }

    @Test(
        "is a header that stands twice, or is too long",
        arguments: [
            ("Authorization: Bearer x\r\n", 401), ("Content-Type: text/plain\r\n", 415),
            ("Idempotency-Key: a\r\nIdempotency-Key: a\r\n", 400),
            ("If-Match: \"42\"\r\nIf-Match: \"41\"\r\n", 200),
            ("If-Match: *\r\nIf-Match: \"42\"\r\n", 400), ("If-Match: \"42\" \"43\"\r\n", 400),
            ("If-Match: \"+42\"\r\n", 400), ("If-Match: \"\u{FF14}\u{FF12}\"\r\n", 400),
            ("If-Match: \"\"\r\n", 400), ("If-Match: ,\r\n", 400), ("If-Match: \"42\r\n", 400),
            ("Host: other\r\n", 400), ("Content-Length: 7\r\n", 400),
            ("Transfer-Encoding: chunked\r\n", 400),
            (Shown("Idempotency-Key: \(String(repeating: "k", count: 1 << 20))\r\n"), 431),
        ] as [(Shown<String>, Int)]
    )
    func headers(_ header: Shown<String>, _ status: Int) throws {
        let body: JSON = ["operation": AdminFixture.kill]
        let text = try AdminFixture.text(
            "POST",
            "/admin/v1/operations",
            token: fixture.token(),
            body: body.text
        )
        let end = try #require(text.firstRange(of: "\r\n\r\n"))
        let odd = text[..<end.lowerBound] + "\r\n" + header.value.dropLast(1) + text[end.lowerBound...]
        let client = try fixture.client()
        // A server need not read a head to its end that is too long.
        try? client.send(String(odd))
        let reply = try client.reply()
        #expect(reply?.status == status, "\(reply?.text ?? "no answer")")
        #expect(try fixture.store.revision() == (status == 200 ? 43 : 42))
    }

    /// Any action, with something in each member.
    private static let operations: [JSON] = [
        [
            "action": "kill", "apps": ["minimal-wallpapers"], "target": "widget",
            "widget": "WallpaperLockWidget",
            "families": ["accessoryCircular"], "locales": ["ja"], "appVersions": ">=2", "osVersions": ">=18",
        ],
        ["action": "restore", "apps": "all", "target": "flag", "flag": "tap_target", "everyScope": true],
        [
            "action": "rollout start", "apps": "all", "flag": "widget_enabled", "schedule": "5@0d,100@3d",
            "start": "2027-02-01T00:00:00Z", "value": "true",
        ],
        ["action": "rollout set", "apps": "all", "flag": "widget_enabled", "percent": 5],
        ["action": "flag set", "apps": "all", "flag": "refresh_spacing_minutes", "value": "60"],
        ["action": "rollback", "apps": "all", "revision": 42],
        [
            "action": "check dates", "apps": ["minimal-wallpapers"], "widgets": ["WallpaperLockWidget"],
            "locales": ["ja"],
            "faults": [
                [
                    "app": "minimal-wallpapers", "widget": "WallpaperLockWidget", "locale": "ja",
                    "rules": ["x"],
                ]
            ],
        ],
        ["action": "unschedule", "id": 7], ["action": "approve", "id": 7], ["action": "decline", "id": 7],
        ["action": "apply", "definitions": ["apps": [:], "flags": [:]]],
    ]

    /// As they are written, since most are no JSON.
    private static let nonsense = [
        "1e400", "-1e400", "NaN", "Infinity", "-0", "0.1", "1e3", "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808", "1e-400", "00", "\"\\ud800\"", "\"\\udc00\\ud800\"", "null", "true", "[]",
        "{}", "[null]", "[[\"a\"]]", "[\"\",\"\"]", "[\"all\",\"all\"]", "{\"a\":1,\"a\":1}",
        "\"\u{1}\"", "\"\(String(repeating: "x", count: 100_000))\"", String(repeating: "[", count: 5_000),
    ]

    /// Text that no app, widget or flag has for its name.
    private static let texts = [
        "\"\\u0000\"", "\"\"", "\" \"", "\"../../etc/passwd\"", "\"%2e%2e\"", "\"all\"",
        "\"2026-02-30T00:00:00Z\"", "\"9999-12-31T23:59:59Z\"", "\"0000-01-01T00:00:00Z\"",
        "\"2027-01-01T00:00:00+99:99\"", "\"100@99999999999999999999d\"", "\"1@0d,1@0d\"",
        "\">=99999999999999999999.1\"", "\"zz-\"", "\"e\u{301}\"", "\"\u{202E}\"",
    ]

    private static let oddities = nonsense + texts

    /// No time at which anything could be done: long over, and too far ahead.
    private static let impossibleTimes = ["\"0000-01-01T00:00:00Z\"", "\"9999-12-31T23:59:59Z\""]

    /// What is answered to a member that is odd: 400 to what can be no value of it, 404 to a name that nothing has, 409 to
    /// what is impossible as things stand.
    private static func status(of action: String, _ name: String, _ oddity: String) -> Int {
        switch name {
        case "widget", "flag": texts.contains(oddity) ? 404 : 400
        case "apps" where action != "check dates": oddity == "\"all\"" ? 200 : 400
        case "everyScope": oddity == "true" ? 200 : 400
        case "percent": ["-0", "0.1", "1e-400"].contains(oddity) ? 200 : 400
        case "start": impossibleTimes.contains(oddity) ? 409 : 400
        case "faults": oddity == "[]" ? 200 : 400
        case "id": oddity == "\(Int64.max)" ? 404 : 400
        default: 400
        }
    }

    /// Sends an operation, one member of which is odd.
    private func send(
        _ operation: [String: JSON],
        _ name: String,
        _ oddity: String,
        isDryRun: Bool,
        to fixture: AdminFixture
    ) throws -> RawClient.Reply {
        var odd = operation
        odd[name] = "@@"
        let body = JSON.object(["operation": .object(odd), "order": ["dryRun": .bool(isDryRun)]])
            .text.replacing("\"@@\"", with: oddity)
        let client = try fixture.client()
        try client.send(
            AdminFixture.text("POST", "/admin/v1/operations", token: fixture.token(.admin), body: body)
        )
        return try #require(try client.reply(), "\(name): \(oddity.prefix(80))")
    }

    @Test("is in any member of any operation", arguments: operations.indices)
    func members(_ index: Int) throws {
        guard case .object(let operation) = Self.operations[index],
            let action = operation["action"]?.string
        else { return }
        for name in operation.keys.sorted() + ["more"] {
            for oddity in Self.oddities {
                let status =
                    name == "more" || operation[name] == nil ? 400 : Self.status(of: action, name, oddity)
                let reply = try send(operation, name, oddity, isDryRun: true, to: fixture)
                #expect(
                    reply.status == status && reply.body.count < 20_000,
                    "\(name): \(oddity.prefix(80)): \(reply.text.prefix(300))"
                )
                guard status == 200 else { continue }
                let other = try AdminFixture()
                #expect(try send(operation, name, oddity, isDryRun: false, to: other).status == 200)
                #expect(try other.store.audit().firstBreak == nil)
            }
        }
    }

    @Test("that is wrong in a hundred thousand places is answered in a few words")
    func manyFaults() throws {
        let token = try fixture.token()
        let list = "[" + Array(repeating: "1", count: 100_000).joined(separator: ",") + "]"
        let keys = "{\"action\":\"kill\"," + (0..<50_000).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
        for operation in ["{\"action\":\"kill\",\"target\":\"app\",\"apps\":\(list)}", keys, list] {
            let body = "{\"operation\":\(operation)}"
            let reply = try send(AdminFixture.text("POST", "/admin/v1/operations", token: token, body: body))
            #expect(reply?.status == 400)
            #expect(reply.map { $0.body.count < 20_000 } == true, "\(reply?.body.count ?? 0)")
        }
    }

    @Test("is in any part of an order", arguments: ["reason", "dryRun", "allowRemoval", "liftKills", "at"])
    func orders(_ name: String) throws {
        let token = try fixture.token(.admin)
        for oddity in Self.oddities {
            let status =
                switch name {
                case "reason": Self.texts.contains(oddity) ? 200 : 400
                case "at": Self.impossibleTimes.contains(oddity) ? 409 : 400
                default: oddity == "true" ? 200 : 400
                }
            let body = JSON.object(["operation": AdminFixture.kill, "order": .object([name: "@@"])])
                .text.replacing("\"@@\"", with: oddity)
            let reply = try #require(
                try send(AdminFixture.text("POST", "/admin/v1/operations", token: token, body: body))
            )
            #expect(reply.status == status, "\(oddity.prefix(80)): \(reply.text.prefix(300))")
        }
        #expect(try fixture.store.audit().firstBreak == nil)
    }

    @Test("is in any part of a token that is wanted", arguments: ["name", "role", "apps", "expires", "more"])
    func tokens(_ name: String) throws {
        let token = try fixture.token(.admin)
        let nameless = ["\"\"", "\" \"", "\"\\u0000\""]
        for oddity in Self.oddities {
            let status =
                switch name {
                case "name": Self.texts.contains(oddity) && !nameless.contains(oddity) ? 201 : 400
                case "apps": oddity == "null" ? 201 : 400
                case "expires": ["null", "\"9999-12-31T23:59:59Z\""].contains(oddity) ? 201 : 400
                default: 400
                }
            var order: [String: JSON] = ["name": "mika", "role": "viewer", "apps": .null, "expires": .null]
            order[name] = "@@"
            let body = JSON.object(order).text.replacing("\"@@\"", with: oddity)
            let reply = try #require(
                try send(AdminFixture.text("POST", "/admin/v1/tokens", token: token, body: body))
            )
            #expect(reply.status == status, "\(oddity.prefix(80)): \(reply.text.prefix(300))")
        }
        #expect(try fixture.request("GET", "/admin/v1/tokens", token: token).status == 200)
    }
}
