import AdminProtocol
import Definitions
import HTTPServer
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import AdminService

@Suite("The description of the API")
struct OpenAPITests {
    private let fixture: AdminFixture
    private let token: String

    init() throws {
        fixture = try AdminFixture()
        token = try fixture.token(.admin)
    }

    private func document() throws -> JSON {
        let reply = try fixture.request("GET", "/admin/v1/openapi.json", token: nil)
        return try #require(reply.json)
    }

    @Test("has every route and method that is served, and serves every one that it has")
    func bothWays() throws {
        guard case .object(let paths)? = try document().member("paths") else {
            Issue.record("no paths")
            return
        }
        #expect(Set(paths.keys) == Set(AdminRoute.allCases.map(\.pattern)))
        let methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
        for (path, item) in paths {
            let target = path.replacing("{id}", with: "000000000000")
            for method in methods {
                let client = try fixture.client()
                try client.send(
                    AdminFixture.text(
                        method,
                        target,
                        token: token,
                        body: ["POST", "PUT", "PATCH"].contains(method) ? "{" : nil
                    )
                )
                let reply = try #require(try client.reply(toHead: method == "HEAD"))
                let isServed = reply.status != 405 && reply.status != 413
                #expect(
                    isServed == (item.member(method.lowercased()) != nil),
                    "\(method) \(path): \(reply.status)"
                )
            }
        }
    }

    @Test("is what answers and requests are, by another program's judgement")
    func schemas() throws {
        let kill: JSON = ["operation": AdminFixture.kill, "order": ["reason": "r"]]
        let newToken: JSON = ["name": "a", "role": "viewer", "apps": ["minimal-wallpapers"]]
        let calls: [(String, String, JSON?)] = [
            ("GET", "/admin/v1/self", nil), ("GET", "/admin/v1/revision", nil),
            ("GET", "/admin/v1/apps", nil),
            ("GET", "/admin/v1/apps?revision=7", nil), ("GET", "/admin/v1/documents?from=a", nil),
            ("GET", "/admin/v1/documents?app=minimal-wallpapers&kind=flag&revision=20", nil),
            ("GET", "/admin/v1/changes?limit=3", nil),
            ("GET", "/admin/v1/changes?order=oldest&app=aurora-wallpapers", nil),
            ("GET", "/admin/v1/live-state", nil), ("GET", "/admin/v1/traffic", nil),
            ("POST", "/admin/v1/operations", kill),
            ("POST", "/admin/v1/tokens", newToken), ("GET", "/admin/v1/tokens", nil),
            ("DELETE", "/admin/v1/tokens/000000000000", nil),
            ("POST", "/admin/v1/operations", ["operation": ["action": "x"]]),
            ("GET", "/admin/v1/changes?limit=many", nil), ("GET", "/admin/v1/documents", nil),
        ]
        var seen: [JSON] = []
        for (method, target, body) in calls {
            let reply = try fixture.request(method, target, token: token, body: body)
            seen.append([
                "method": .string(method.lowercased()), "target": .string(target),
                "status": .integer(Int64(reply.status)), "answer": try #require(reply.json, "\(target)"),
                "body": body ?? .null,
            ])
        }
        let answer = try Python.answer(
            to: [
                "document": document(), "seen": .array(seen),
                "schema": .string("\(Repository.path)/Documentation/schemas/widgetctl.schema.json"),
            ],
            """
            import re
            from jsonschema import Draft202012Validator, RefResolver
            document = request["document"]
            path_of_schema = request["schema"]
            resolver = RefResolver("file://" + path_of_schema, json.load(open(path_of_schema, encoding="utf-8")))
            # What widgetctl prints is the same, in its own description.
            printed = {
                "Outcome": ("post", "/admin/v1/operations"), "NewToken": ("post", "/admin/v1/tokens"),
                "Token": ("delete", "/admin/v1/tokens/{id}"), "Traffic": ("get", "/admin/v1/traffic"),
            }
            def schema(reference):
                return {"components": document["components"], **reference}
            def path(target):
                target = target.split("?")[0]
                return next(p for p in document["paths"] if re.fullmatch(re.sub("{id}", "[0-9]+", p), target))
            answer = []
            for call in request["seen"]:
                operation = document["paths"][path(call["target"])][call["method"]]
                response = operation["responses"].get(str(call["status"]), operation["responses"]["default"])
                (content,) = response["content"].values()
                pairs = [(content["schema"], call["answer"])]
                if call["body"] is not None and call["status"] < 300:
                    pairs.append((operation["requestBody"]["content"]["application/json"]["schema"], call["body"]))
                if call["status"] < 300:
                    for name, place in printed.items():
                        if place == (call["method"], path(call["target"])):
                            pairs.append(({"$ref": "#/$defs/" + name}, call["answer"]))
                for wanted, value in pairs:
                    own = "#/$defs/" in str(wanted)
                    judge = Draft202012Validator(wanted, resolver=resolver) if own else Draft202012Validator(schema(wanted))
                    for error in judge.iter_errors(value):
                        answer.append(f"{call['method']} {call['target']}: {error.json_path}: {error.message}")
                if "default" in operation["responses"] and call["status"] < 300 and response is operation["responses"]["default"]:
                    answer.append(f"{call['method']} {call['target']}: status {call['status']} is not described")
            for name in document["components"]["schemas"]:
                Draft202012Validator.check_schema(document["components"]["schemas"][name])
            """
        )
        #expect(answer == [])
    }

    @Test("names every parameter that a route takes, and no other is taken")
    func parameters() throws {
        let document = try document()
        for route in AdminRoute.allCases where route.methods == [.get] && route != .description {
            let operation = document.member("paths")?.member(route.pattern)?.member("get")
            var names: [String] = []
            if case .array(let parameters)? = operation?.member("parameters") {
                names = parameters.compactMap { $0.member("name")?.string }
            }
            for name in ["revision", "app", "from", "kind", "limit", "order", "nonsense"] {
                let reply = try fixture.request("GET", "\(route.pattern)?\(name)=1", token: token)
                let isUnknown = reply.detail.contains("there is no parameter")
                if route != .holder {
                    #expect(isUnknown != names.contains(name), "\(route) \(name): \(reply.text)")
                }
            }
        }
    }

    @Test("is in the README, route by route", arguments: AdminRoute.allCases)
    func readme(_ route: AdminRoute) throws {
        let text = try Repository.text("README.md")
        for method in route.methods { #expect(text.contains("`\(method.rawValue) \(route.pattern)`")) }
    }
}
