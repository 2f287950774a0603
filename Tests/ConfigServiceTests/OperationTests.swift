import Foundation
import HTTPServer
import StrictJSON
import Synchronization
import Testing
import TestSupport

@testable import ConfigService

@Suite struct MetricsTests {
    /// The samples of a page by name and labels; fails when the page breaks the format.
    private func samples(_ page: String) throws -> [String: Double] {
        var samples: [String: Double] = [:]
        var (helped, typed): (Set<Substring>, Set<Substring>) = ([], [])
        let sample = /([a-z_]+)(\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})? (-?[0-9.]+)/
        #expect(page.hasSuffix("\n"))
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if let help = try /# HELP ([a-z_]+) \S.*/.wholeMatch(in: line) {
                #expect(helped.insert(help.1).inserted)
            } else if let type = try /# TYPE ([a-z_]+) (counter|gauge)/.wholeMatch(in: line) {
                #expect(typed.insert(type.1).inserted && helped.contains(type.1))
                #expect(type.1.hasSuffix("_total") == (type.2 == "counter"))
            } else {
                let match = try #require(try sample.wholeMatch(in: line), "\(line)")
                #expect(typed.contains(match.1))
                #expect(
                    samples.updateValue(Double(match.3) ?? .nan, forKey: "\(match.1)\(match.2 ?? "")") == nil
                )
            }
        }
        return samples
    }

    @Test(
        "Requests are counted by route and status, bytes by route, and nothing that a client sent is a label"
    )
    func traffic() throws {
        let fixture = try Fixture()
        let client = try fixture.client()
        let body = try client.request("GET", Fixture.config).body
        _ = try client.request("HEAD", Fixture.config)
        for _ in 0..<3 { _ = try client.request("GET", Fixture.config, ["If-None-Match": "*"]) }
        _ = try client.request("GET", "/v1/apps/secret-name/kills")
        _ = try client.request("POST", "/v1/apps")
        _ = try client.request("GET", "/secret-path")
        _ = try client.request("GET", "/a%zz")
        let reply = try #require(
            try fixture.poll("/metrics") { $0.text.contains("{route=\"none\",status=\"400\"} 1") }
        )
        #expect(reply.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
        #expect(!reply.text.contains("secret"))
        let page = try samples(reply.text)
        #expect(page["widgetd_http_requests_total{route=\"config\",status=\"200\"}"] == 2)
        #expect(page["widgetd_http_requests_total{route=\"config\",status=\"304\"}"] == 3)
        #expect(page["widgetd_http_requests_total{route=\"kills\",status=\"404\"}"] == 1)
        #expect(page["widgetd_http_requests_total{route=\"apps\",status=\"405\"}"] == 1)
        #expect(page["widgetd_http_requests_total{route=\"none\",status=\"404\"}"] == 1)
        #expect(page["widgetd_http_response_body_bytes_total{route=\"config\"}"] == Double(body.count))
        #expect(page["widgetd_connections"] == 2)
    }

    @Test("Revision, its age, and sizes are those of what is served")
    func state() throws {
        let fixture = try Fixture()
        fixture.clock.advance(seconds: 90)
        let page = try samples(try fixture.request("GET", "/metrics").text)
        let plain = try fixture.request("GET", Fixture.config)
        let packed = try fixture.request("GET", Fixture.config, ["Accept-Encoding": "gzip"])
        #expect(page["widgetd_store_revision"] == 42)
        #expect(page["widgetd_revision_age_seconds"] == 90)
        #expect(page["widgetd_apps"] == 6)
        let app = Fixture.app
        #expect(page["widgetd_bundle_bytes{app=\"\(app)\",coding=\"identity\"}"] == Double(plain.body.count))
        #expect(page["widgetd_bundle_bytes{app=\"\(app)\",coding=\"gzip\"}"] == Double(packed.body.count))
        #expect(
            page["widgetd_app_revision{app=\"\(app)\"}"]
                == plain.header("Widget-Revision").flatMap(Double.init)
        )
    }

    @Test("Labels are escaped")
    func escaping() {
        var page = MetricsPage()
        page.add("m", .gauge, "Help.")
        page.sample(1, [("app", "a\"b\\c\nd")])
        #expect(page.text == "# HELP m Help.\n# TYPE m gauge\nm{app=\"a\\\"b\\\\c\\nd\"} 1\n")
    }
}

@Suite struct AccessLogTests {
    @Test("Each request is a line of JSON, without query, headers and control characters")
    func lines() throws {
        let pipe = Pipe()
        let fixture = try Fixture { $0.accessLogDescriptor = pipe.fileHandleForWriting.fileDescriptor }
        let client = try fixture.client()
        let body = try client.request("GET", Fixture.config, ["Authorization": "secret-token"]).body
        _ = try client.request("GET", "\(Fixture.kills)?secret-query")
        _ = try client.request("HEAD", "/v1/apps/a%22b\"\\/config")
        _ = try client.request("BREW", "/")
        fixture.service.stop(within: .seconds(5))
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.hasSuffix("\n") && !text.contains("secret"))
        let lines = try text.split(separator: "\n").map { line -> [String: JSON] in
            guard case .object(let members) = try JSON(parsing: Array(line.utf8)) else { return [:] }
            return members
        }
        let keys: Set = ["time", "method", "path", "status", "bytes", "microseconds", "revision"]
        for line in lines {
            #expect(Set(line.keys) == keys)
            #expect(line["time"] == "2026-12-01T00:00:00Z" && line["revision"] == 42)
            guard case .integer(let duration)? = line["microseconds"] else { continue }
            #expect((0..<20_000_000).contains(duration))
        }
        #expect(lines.map { $0["method"] } == ["GET", "GET", "HEAD", "BREW"])
        #expect(
            lines.map { $0["path"] } == [
                .string(Fixture.config), .string(Fixture.kills), "/v1/apps/a%22b\"\\/config", "/",
            ]
        )
        #expect(lines.map { $0["status"] } == [200, 200, 404, 404])
        #expect(lines.first?["bytes"] == .integer(Int64(body.count)) && lines[2]["bytes"] == 0)
    }

    @Test("A reader that does not read costs lines, which are counted, but no request")
    func blockedReader() throws {
        let pipe = Pipe()
        let writer = try LineWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor, capacity: 100_000)
        let line = Array("\(String(repeating: "x", count: 99))\n".utf8)
        // The pipe and the memory take a part; the rest is dropped at once, then what waits when it ends.
        for _ in 0..<10_000 { writer.append(line) }
        writer.close()
        try pipe.fileHandleForWriting.close()
        let read = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let written = read.count { $0 == 0x0A }
        #expect(written > 0)
        // A line may have been cut where the pipe was full.
        #expect(
            (0...1).contains(10_000 - written - writer.droppedLines)
                || written + writer.droppedLines == 10_000
        )
    }

    @Test("A reader that has gone costs lines only")
    func closedReader() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let writer = try LineWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForReading.close()
        writer.append(Array("one\n".utf8))
        #expect(eventually { writer.droppedLines == 1 })
        writer.close()
    }
}

@Suite struct EventLogTests {
    @Test("An event is a line for people, or an object for programs")
    func formats() {
        let event = Event("published", "revision 7: a", ["revision": 7])
        let texts = [EventLog.Format.text, .json].map { format in
            let line = Mutex("")
            let log = EventLog(
                format,
                clock: { TestClock().now },
                write: { text in line.withLock { $0 = text } }
            )
            log.report(event)
            return line.withLock { $0 }
        }
        #expect(
            texts == [
                "2026-12-01T00:00:00Z revision 7: a",
                #"{"event":"published","message":"revision 7: a","revision":7,"time":"2026-12-01T00:00:00Z"}"#,
            ]
        )
    }
}

/// Answers by whether they came whole.
private final class Tally: Sendable {
    private let counts = Mutex((whole: 0, broken: 0))

    var whole: Int { counts.withLock(\.whole) }
    var broken: Int { counts.withLock(\.broken) }

    func count(isWhole: Bool) {
        counts.withLock { counts in
            if isWhole { counts.whole += 1 } else { counts.broken += 1 }
        }
    }
}

@Suite struct StoppingTests {
    @Test("Under load, every request that was answered was answered whole, and stopping ends in time")
    func drain() throws {
        let fixture = try Fixture()
        let expected = try fixture.request("GET", Fixture.config).body
        let tally = Tally()
        let address = fixture.service.address
        let threads = (0..<8).map { _ in
            let thread = Thread {
                while let client = try? RawClient(address) {
                    do {
                        try client.send("GET \(Fixture.config) HTTP/1.1\r\nHost: test\r\n\r\n")
                        guard let reply = try client.reply() else { continue }
                        tally.count(isWhole: reply.body == expected)
                    } catch is RawClient.EndedWithinBody {
                        tally.count(isWhole: false)
                    } catch {
                        // The connection was refused or reset before its request was taken.
                    }
                }
            }
            thread.start()
            return thread
        }
        #expect(eventually { tally.whole > 500 })
        #expect(fixture.service.stop(within: .seconds(10)))
        #expect(eventually { threads.allSatisfy(\.isFinished) })
        #expect(tally.broken == 0)
    }
}
