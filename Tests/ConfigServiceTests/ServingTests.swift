import Compression
import ConfigBundle
import Cryptography
import HTTPServer
import LiveState
import ReleaseDesk
import Rollout
import SigningKeys
import StrictJSON
import Testing
import TestSupport

@testable import ConfigService

@Suite struct ServingTests {
    @Test("An app's bundle comes as identity and as gzip, under the SHA-256 of the identity bytes")
    func bundle() throws {
        let fixture = try Fixture()
        let plain = try fixture.request("GET", Fixture.config)
        let packed = try fixture.request("GET", Fixture.config, ["Accept-Encoding": "gzip"])
        #expect(plain.status == 200 && packed.status == 200)
        #expect(plain.header("Content-Encoding") == nil && packed.header("Content-Encoding") == "gzip")
        #expect(try Gzip.decompress(packed.body, limit: 1 << 20) == plain.body)
        #expect(packed.body.count < plain.body.count)
        let tag = "\"\(Base64URL.encode(SHA256.hash(plain.body).bytes))\""
        #expect(plain.header("ETag") == tag && packed.header("ETag") == tag)
        let states = try fixture.desk.states(of: AppSelection([Fixture.app]))
        #expect(try plain.body == #require(states.first).configuration().bundleBytes)
    }

    @Test("A 200 tells caches and clients what they need")
    func headers() throws {
        let fixture = try Fixture()
        let reply = try fixture.request("GET", Fixture.config, ["Accept-Encoding": "gzip"])
        let names = reply.headers.map(\.name)
        #expect(
            Set(names) == [
                "Date", "Content-Type", "Content-Encoding", "Repr-Digest", "Unencoded-Digest", "Widget-App",
                "Widget-Revision", "Signature-Input", "Signature", "ETag", "Cache-Control", "Vary",
                "Content-Length",
            ]
        )
        #expect(names.count == Set(names).count)
        #expect(reply.header("Content-Type") == "application/json")
        #expect(reply.header("Vary") == "Accept-Encoding, A-IM")
        #expect(
            reply.header("Cache-Control")
                == "public, max-age=60, stale-while-revalidate=60, stale-if-error=86400"
        )
        #expect(
            try reply.header("Widget-Revision")
                == "\(fixture.desk.states(of: AppSelection([Fixture.app]))[0].revision)"
        )
    }

    @Test(
        "A client that has the bundle gets 304 with the headers that a cache renews",
        arguments: ["gzip", "identity"]
    )
    func notModified(_ coding: String) throws {
        let fixture = try Fixture()
        let full = try fixture.request("GET", Fixture.config, ["Accept-Encoding": coding])
        let tag = try #require(full.header("ETag"))
        for field in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let reply = try fixture.request(
                "GET",
                Fixture.config,
                ["If-None-Match": field, "Accept-Encoding": coding]
            )
            #expect(reply.status == 304)
            #expect(reply.body.isEmpty)
            for name in ["ETag", "Cache-Control", "Vary"] + BundleFields.Name.allCases.map(\.rawValue) {
                #expect(reply.header(name) != nil && reply.header(name) == full.header(name))
            }
            // It depends on the coding, which is that of the copy.
            #expect(reply.header("Repr-Digest") == nil)
            #expect(reply.header("Date") != nil)
            #expect(reply.header("Content-Type") == nil && reply.header("Content-Encoding") == nil)
        }
        for field in ["\"other\"", "nonsense", "\(tag.dropLast())"] {
            #expect(try fixture.request("GET", Fixture.config, ["If-None-Match": field]).status == 200)
        }
    }

    @Test("The kills come alone, under their own tag")
    func kills() throws {
        let fixture = try Fixture(prepare: { desk in
            let apps = AppSelection([Fixture.app])
            _ = try desk.perform(
                .kill(KillOrder(widget: "WallpaperLockWidget"), in: apps),
                .init(reason: "test")
            )
        })
        let reply = try fixture.request("GET", Fixture.kills)
        let states = try fixture.desk.states(of: AppSelection([Fixture.app]))
        #expect(try reply.body == #require(states.first).configuration().killListBytes)
        #expect(reply["app"] == .string(Fixture.app))
        guard case .array(let kills)? = reply["kills"] else { throw RawClient.Failure(reply.text) }
        #expect(kills.count == 1)
        let tag = try #require(reply.header("ETag"))
        #expect(try fixture.request("GET", Fixture.config).header("ETag") != tag)
        #expect(try fixture.request("GET", Fixture.kills, ["If-None-Match": tag]).status == 304)
    }

    @Test("The list has every app with its revision and addresses that work")
    func list() throws {
        let fixture = try Fixture()
        let reply = try fixture.request("GET", "/v1/apps")
        guard case .array(let items)? = reply["apps"] else { throw RawClient.Failure(reply.text) }
        #expect(items.count == 6)
        #expect(reply["revision"] == .integer(fixture.service.revision))
        for case .object(let item) in items {
            for name in ["config", "kills"] {
                guard case .string(let path)? = item[name], case .integer(let revision)? = item["revision"]
                else {
                    throw RawClient.Failure(reply.text)
                }
                #expect(try fixture.request("GET", path).header("Widget-Revision") == "\(revision)")
            }
        }
    }

    @Test(
        "HEAD answers as GET does, without the body",
        arguments: Route.allCases.filter { $0 != .events }
    )
    func head(_ route: Route) throws {
        let fixture = try Fixture()
        let path = route.pattern.replacing("<app>", with: Fixture.app)
        // Metrics change with every request, so their length may.
        let varying: Set = route == .metrics ? ["Date", "Content-Length"] : ["Date"]
        for headers in [[:], ["Accept-Encoding": "gzip"], ["If-None-Match": "*"]] {
            let client = try fixture.client()
            let get = try client.request("GET", path, headers)
            let head = try client.request("HEAD", path, headers)
            #expect(head.status == get.status)
            #expect(head.headers.map(\.name) == get.headers.map(\.name))
            for (name, value) in get.headers where !varying.contains(name) {
                #expect(head.header(name) == value)
            }
            // A body after the HEAD would be taken for the start of this answer.
            #expect(try client.request("GET", "/healthz").status == 200)
        }
    }

    @Test("Another method is answered 405 with those that are allowed", arguments: Route.allCases)
    func methods(_ route: Route) throws {
        let fixture = try Fixture()
        let path = route.pattern.replacing("<app>", with: Fixture.app)
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "BREW", "get"] {
            let reply = try fixture.request(method, path)
            #expect(reply.status == 405)
            #expect(reply.header("Allow") == "GET, HEAD")
            #expect(reply.header("Content-Type") == "application/problem+json")
        }
    }

    @Test(
        "An app that there is not is a 404 that names the nearest",
        arguments: [
            (
                "minimal-wallpaper",
                "There is no app \"minimal-wallpaper\"; did you mean \"minimal-wallpapers\"?"
            ),
            (
                "Minimal-Wallpapers",
                "There is no app \"Minimal-Wallpapers\"; did you mean \"minimal-wallpapers\"?"
            ),
            ("quite-another-thing-x", "There is no app \"quite-another-thing-x\"; /v1/apps lists them all."),
            ("..", "There is no app \"..\"; /v1/apps lists them all."),
            ("%2E%2E%2F%22", "There is no app \"../\"\"; /v1/apps lists them all."),
            (
                "minimal%252Dwallpapers",
                "There is no app \"minimal%2Dwallpapers\"; did you mean \"minimal-wallpapers\"?"
            ),
            (
                "minimal-wallpapers%20",
                "There is no app \"minimal-wallpapers \"; did you mean \"minimal-wallpapers\"?"
            ),
            ("%ff", "There is no app of that name; /v1/apps lists them all."),
            (String(repeating: "x", count: 65), "There is no app of that name; /v1/apps lists them all."),
        ]
    )
    func unknownApp(_ name: String, _ detail: String) throws {
        let fixture = try Fixture()
        for resource in ["config", "kills"] {
            let reply = try fixture.request("GET", "/v1/apps/\(name)/\(resource)")
            #expect(reply.status == 404)
            #expect(reply.header("Cache-Control") == "no-store")
            #expect(reply["detail"] == .string(detail))
            #expect(reply["status"] == .integer(404))
        }
    }

    @Test("Names are decoded once, and the query is passed over")
    func encoding() throws {
        let fixture = try Fixture()
        let plain = try fixture.request("GET", Fixture.config)
        for target in [
            "/v1/apps/minimal%2Dwallpapers/config", "/v1/apps/%6Dinimal-wallpapers/%63onfig",
            "\(Fixture.config)?",
            "\(Fixture.config)?a=1&b=%2F..", "http://elsewhere\(Fixture.config)",
        ] {
            let reply = try fixture.request("GET", target)
            #expect(reply.status == 200)
            #expect(reply.body == plain.body)
        }
    }

    @Test(
        "Hostile requests are answered with a problem, and the service goes on",
        arguments: [
            ("/v1/apps/../../etc/passwd", 404), ("/../../../etc/passwd", 404),
            ("/v1/apps/%2e%2e/config", 404),
            ("/v1/apps/a%00b/config", 400), ("/v1/apps/a%zz/config", 400), ("/v1/apps/a%2/config", 400),
            ("//v1/apps", 404), ("/v1/apps/", 404), ("/", 404), ("*", 400), ("/favicon.ico", 404),
            (Shown("/v1/apps/" + String(repeating: "x", count: 3000) + "/config"), 414),
            (Shown("/v1/apps/a/config?" + String(repeating: "x", count: 3000)), 414),
        ] as [(Shown<String>, Int)]
    )
    func hostile(_ target: Shown<String>, _ status: Int) throws {
        let fixture = try Fixture()
        let reply = try fixture.request("GET", target.value)
        #expect(reply.status == status)
        #expect(reply.header("Content-Type") == "application/problem+json")
        #expect(reply["status"] == .integer(Int64(status)))
        #expect(try fixture.request("GET", Fixture.config).status == 200)
    }

    @Test("A head as long as may be, of sixty headers, leaves room for that of an answer signed by two keys")
    func longHead() throws {
        let fixture = try Fixture()
        _ = try fixture.keys.create(at: fixture.clock.now)
        let signed = try fixture.poll(Fixture.config) { $0.header("Signature")?.contains(",") == true }
        #expect(signed != nil)
        let start = "GET \(Fixture.config) HTTP/1.1\r\nHost: test\r\n"
        let size = (4_094 - start.utf8.count) / 60
        let headers = (10..<70).map { "X-\($0): " + String(repeating: "x", count: size - 8) + "\r\n" }
            .joined()
        let client = try fixture.client()
        try client.send(start + headers + "\r\n")
        #expect(try client.reply()?.body == signed?.body)
    }

    @Test("Requests in one packet are answered in order")
    func pipelining() throws {
        let fixture = try Fixture()
        let client = try fixture.client()
        let head = "HTTP/1.1\r\nHost: test\r\n\r\n"
        try client.send("GET /healthz \(head)GET /nowhere \(head)GET \(Fixture.kills) \(head)")
        #expect(try [client.reply(), client.reply(), client.reply()].map { $0?.status } == [200, 404, 200])
    }

    @Test("A body with a GET is passed over")
    func bodyOnGet() throws {
        let fixture = try Fixture()
        let client = try fixture.client()
        try client.send("GET \(Fixture.kills) HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello")
        #expect(try client.reply()?.status == 200)
        #expect(try client.request("GET", "/healthz").status == 200)
    }
}
