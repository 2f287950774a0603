import ConfigPolling
import Foundation
import HTTPServer
import Rollout
import Testing
import TestSupport
import WidgetGating

@testable import WidgetConfig

@Suite("A client behind nginx", .timeLimit(.minutes(2)))
struct ProxyTests {
    struct Guise: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// `ORIGIN` stands for the server's address, `LISTEN` for the proxy's.
        let servers: String
        /// What a client gets that takes gzip: the entity tag's beginning, nil for none, and the coding.
        let tag: String?
        let coding: String?
    }

    static let guises = [
        Guise(
            testDescription: "that strips entity tags",
            servers: """
                server {
                    listen LISTEN;
                    location / { proxy_pass http://ORIGIN; proxy_hide_header ETag; }
                }
                """,
            tag: nil,
            coding: "gzip"
        ),
        Guise(
            testDescription: "that compresses, and so weakens entity tags",
            servers: """
                server {
                    listen LISTEN;
                    gzip on;
                    gzip_proxied any;
                    gzip_types application/json;
                    gzip_min_length 1;
                    location / { proxy_pass http://ORIGIN; proxy_set_header Accept-Encoding identity; }
                }
                """,
            tag: "W/\"",
            coding: "gzip"
        ),
        Guise(
            testDescription: "that decompresses and compresses again",
            servers: """
                server {
                    listen LISTEN;
                    gzip on;
                    gzip_proxied any;
                    gzip_types application/json;
                    gzip_min_length 1;
                    location / {
                        proxy_pass http://LISTEN;
                        proxy_set_header Host inner;
                        proxy_set_header Accept-Encoding identity;
                    }
                }
                server {
                    listen LISTEN;
                    server_name inner;
                    gunzip on;
                    location / { proxy_pass http://ORIGIN; proxy_set_header Accept-Encoding gzip; }
                }
                """,
            tag: "W/\"",
            coding: "gzip"
        ),
        Guise(
            testDescription: "that keeps answers, as the documentation configures it",
            servers: documented,
            tag: "\"",
            coding: "gzip"
        ),
    ]

    /// With answers kept for a second rather than for as long as widgetd says, so that a test sees them change.
    private static let documented: String = {
        let text = (try? Repository.text("Documentation/nginx/proxy.conf")) ?? "missing"
        return text.replacing("listen 8081;", with: "listen LISTEN;")
            .replacing("server 127.0.0.1:8080;", with: "server ORIGIN;")
            .replacing("/var/cache/nginx/widgets", with: "cache")
            .replacing(
                "proxy_cache widgets;",
                with: "proxy_cache widgets; proxy_ignore_headers Cache-Control; proxy_cache_valid 200 1s;"
            )
    }()

    private func proxy(_ guise: Guise, _ server: LiveServer) throws -> Nginx {
        try Nginx { address in
            let servers = guise.servers.replacing("ORIGIN", with: "\(server.address)")
                .replacing("LISTEN", with: "\(address)")
            return "proxy_http_version 1.1;\nproxy_set_header Connection \"\";\n\(servers)"
        }
    }

    @Test("believes what comes, and gets what is new, though the proxy is one", arguments: guises)
    func polls(_ guise: Guise) async throws {
        let server = try LiveServer()
        let nginx = try proxy(guise, server)
        let path = "/v1/apps/\(LiveServer.app)/config"
        let reply = try RawClient(nginx.address).request("GET", path, ["Accept-Encoding": "gzip"])
        let tag = reply.header("ETag")
        #expect(guise.tag.map { tag?.hasPrefix($0) == true } ?? (tag == nil), "\(tag ?? "no tag")")
        #expect(reply.header("Content-Encoding") == guise.coding)
        let device = try TestDevice("http://\(nginx.address)", trust: server.trust())
        let client = device.launch()
        #expect(await client.refresh().update != nil)
        #expect(await client.refresh() == .unchanged)
        let revision = try server.kill()
        let arrived = try await eventuallyHolds {
            _ = await client.refresh()
            return await client.freshness.revision == revision
        }
        #expect(arrived)
        #expect(await client.freshness.lastProblem == nil)
        #expect(device.kept().bundle?.revision == revision)
        #expect(await client.refresh() == .unchanged)
    }

    @Test("waits through the proxy, and gets a kill at once", arguments: guises)
    func waits(_ guise: Guise) async throws {
        let server = try LiveServer()
        let nginx = try proxy(guise, server)
        let device = try TestDevice("http://\(nginx.address)", trust: server.trust())
        let client = device.launch()
        let recorder = UpdateRecorder(client)
        await client.start()
        #expect(try await eventuallyHolds { server.waitingCount == 1 })
        let revision = try server.kill()
        #expect(try await eventuallyHolds { recorder.updates.last?.revision == revision })
        #expect(await client.freshness.lastProblem == nil)
        #expect(try server.answers(226) == 1)
        await client.stop()
    }

    @Test("says what the proxy says when there is nobody behind it")
    func gateway() async throws {
        let server = try LiveServer()
        let nginx = try proxy(Self.guises[0], server)
        let client = try TestDevice("http://\(nginx.address)", trust: server.trust()).launch()
        _ = await client.refresh()
        server.stop()
        #expect(await client.refresh().problem?.cause == .refused(status: 502, detail: nil))
        #expect(client.decision(for: .spacing) != nil)
    }
}
