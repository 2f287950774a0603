import ConfigBundle
import Definitions
import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import TestSupport
import Testing

@testable import ConfigService

extension Fixture {
    /// A client that waits for a change of what it has.
    func waitingClient(
        _ method: String = "GET",
        _ target: String,
        _ headers: [String: String] = [:],
        seconds: Int = 50
    ) throws -> RawClient {
        let tag = try #require(try request("GET", target).header("ETag"))
        let client = try client()
        let count = service.waitingCount
        let all = headers.merging(["If-None-Match": tag, "Prefer": "wait=\(seconds)"]) { first, _ in first }
        try client.send(Self.head(method, target, all))
        #expect(eventually { service.waitingCount > count })
        return client
    }

    static func head(_ method: String, _ target: String, _ headers: [String: String]) -> String {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return "\(method) \(target) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n"
    }
}

@Suite struct WaitingTests {
    @Test("A client that waits gets the kill, in the form that it takes", arguments: ["gzip", "identity"])
    func kill(_ coding: String) throws {
        let fixture = try Fixture()
        let bundles = try fixture.waitingClient("GET", Fixture.config, ["Accept-Encoding": coding])
        let kills = try fixture.waitingClient("GET", Fixture.kills, ["Accept-Encoding": coding], seconds: 40)
        let other = try fixture.waitingClient("GET", "/v1/apps/aurora-wallpapers/config")
        let revision = try #require(try fixture.kill())
        for (client, target, seconds) in [(bundles, Fixture.config, 50), (kills, Fixture.kills, 40)] {
            let reply = try #require(try client.reply())
            let polled = try fixture.request("GET", target, ["Accept-Encoding": coding])
            #expect(reply.status == 200)
            #expect(reply.header("Widget-Revision") == "\(revision)")
            #expect(reply.body == polled.body)
            #expect(reply.header("Preference-Applied") == "wait=\(seconds)")
            #expect(polled.header("Preference-Applied") == nil)
            for (name, value) in polled.headers where name != "Date" { #expect(reply.header(name) == value) }
            // The connection goes on.
            #expect(try client.request("GET", "/healthz").status == 200)
        }
        // An app that has not changed is still waited for.
        #expect(fixture.service.waitingCount == 1)
        _ = try fixture.desk.perform(
            .kill(KillOrder(), in: AppSelection(["aurora-wallpapers"])),
            .init(reason: "test")
        )
        #expect(try other.reply()?.status == 200)
        #expect(fixture.service.waitingCount == 0)
    }

    @Test("When nothing changes in time the answer is 304, with the headers of any 304")
    func expires() throws {
        let fixture = try Fixture()
        let client = try fixture.waitingClient("GET", Fixture.config, seconds: 1)
        let reply = try #require(try client.reply())
        let tag = try #require(reply.header("ETag"))
        let polled = try fixture.request("GET", Fixture.config, ["If-None-Match": tag])
        #expect(reply.status == 304 && polled.status == 304)
        #expect(reply.header("Preference-Applied") == "wait=1")
        #expect(polled.header("Preference-Applied") == nil)
        for (name, value) in polled.headers where name != "Date" { #expect(reply.header(name) == value) }
        #expect(fixture.service.waitingCount == 0)
    }

    @Test("The 304 at the end of a wait has the maximum age that is right by then")
    func maximumAge() throws {
        let fixture = try Fixture(prepare: { desk in
            let schedule = try Schedule(parsing: "5@0d,100@1d")
            let apps = AppSelection([Fixture.app])
            _ = try desk.perform(.startRollout(of: "widget_enabled", in: apps, schedule: schedule), .init())
        })
        let client = try fixture.waitingClient("GET", Fixture.config, seconds: 2)
        fixture.clock.advance(seconds: 86_400 - 10)
        let reply = try #require(try client.reply())
        #expect(reply.status == 304)
        #expect(reply.header("Cache-Control")?.hasPrefix("public, max-age=9,") == true)
    }

    @Test("HEAD waits too, and gets no body")
    func head() throws {
        let fixture = try Fixture()
        let client = try fixture.waitingClient("HEAD", Fixture.config)
        try fixture.kill()
        let reply = try #require(try client.reply(toHead: true))
        #expect(reply.status == 200 && reply.header("Preference-Applied") == "wait=50")
        #expect(try client.request("GET", "/healthz").status == 200)
    }

    @Test("Weak tags, lists and * are waited on as what they name", arguments: ["W/", "\"other\", ", "*"])
    func conditions(_ form: String) throws {
        let fixture = try Fixture()
        let tag = try #require(try fixture.request("GET", Fixture.config).header("ETag"))
        let client = try fixture.waitingClient(
            "GET",
            Fixture.config,
            ["If-None-Match": form == "*" ? form : form + tag]
        )
        try fixture.kill()
        #expect(try client.reply()?.status == 200)
    }

    @Test(
        "Nobody waits without a wait that can be read, for what it does not have, or where there is no waiting"
    )
    func atOnce() throws {
        let fixture = try Fixture()
        let tag = try #require(try fixture.request("GET", Fixture.config).header("ETag"))
        for (target, headers, status) in [
            (Fixture.config, ["Prefer": "wait=50"], 200),
            (Fixture.config, ["Prefer": "wait=50", "If-None-Match": "\"other\""], 200),
            (Fixture.config, ["Prefer": "wait=0", "If-None-Match": tag], 304),
            (Fixture.config, ["Prefer": "wait=\(tag)", "If-None-Match": tag], 304),
            (Fixture.config, ["Prefer": "return=minimal", "If-None-Match": tag], 304),
            ("/v1/apps", ["Prefer": "wait=50", "If-None-Match": "*"], 304),
            ("/healthz", ["Prefer": "wait=50", "If-None-Match": "*"], 200),
            ("/v1/apps/none/config", ["Prefer": "wait=50", "If-None-Match": "*"], 404),
        ] {
            let reply = try fixture.request("GET", target, headers)
            #expect(reply.status == status, "\(target) \(headers)")
            #expect(reply.header("Preference-Applied") == nil)
        }
    }

    @Test("Beyond the limit nobody waits, and a place that is given back is taken again")
    func limit() throws {
        let fixture = try Fixture { $0.waitingLimit = 2 }
        let tag = try #require(try fixture.request("GET", Fixture.config).header("ETag"))
        let first = try fixture.waitingClient("GET", Fixture.config)
        var second: RawClient? = try fixture.waitingClient("GET", Fixture.kills)
        let headers = ["If-None-Match": tag, "Prefer": "wait=50"]
        let reply = try fixture.request("GET", Fixture.config, headers)
        #expect(reply.status == 304 && reply.header("Preference-Applied") == nil)
        #expect(second != nil)
        second = nil
        #expect(eventually { fixture.service.waitingCount == 1 })
        let third = try fixture.waitingClient("GET", Fixture.config)
        try fixture.kill()
        #expect(try first.reply()?.status == 200 && third.reply()?.status == 200)
        let metrics = try fixture.request("GET", "/metrics").text
        #expect(metrics.contains("\nwidgetd_waiting 0\n"))
    }

    @Test("Clients that go away give their places back")
    func vanishing() throws {
        let fixture = try Fixture()
        var clients = try (1...30).map { _ in try fixture.waitingClient("GET", Fixture.config) }
        #expect(fixture.service.waitingCount == 30)
        clients.removeAll()
        #expect(eventually { fixture.service.waitingCount == 0 })
        let page = try fixture.poll("/metrics") { $0.text.contains("\nwidgetd_connections 1\n") }
        #expect(page?.text.contains("\nwidgetd_waiting 0\n") == true)
    }

    @Test("An app that is taken out ends the wait with 404")
    func removal() throws {
        let fixture = try Fixture()
        let client = try fixture.waitingClient("GET", Fixture.config)
        let rest = try DefinitionFile.all(below: Repository.path).filter { $0.name != Fixture.app }
        _ = try fixture.desk.perform(.apply(Definitions(rest)), .init(allowsRemoval: true))
        #expect(try client.reply()?.status == 404)
    }

    @Test("A store that fails meanwhile ends no wait, and its return with a kill does")
    func failingStore() throws {
        let fixture = try Fixture()
        let client = try fixture.waitingClient("GET", Fixture.config)
        let copy = fixture.directory.file("copy.sqlite")
        // The log goes with it: it belongs to the store.
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: fixture.storePath + suffix) {
            try FileManager.default.moveItem(atPath: fixture.storePath + suffix, toPath: copy + suffix)
        }
        #expect(eventually { fixture.service.storeFailures >= 2 })
        #expect(fixture.service.waitingCount == 1)
        let desk = ReleaseDesk(store: try SQLiteStore(path: copy, access: .create), actor: "test") {
            fixture.clock.now
        }
        let apps = AppSelection([Fixture.app])
        let order = KillOrder(widget: "WallpaperLockWidget")
        let revision = try desk.perform(.kill(order, in: apps), .init(reason: "test")).revision
        for suffix in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: copy + suffix) {
            try FileManager.default.moveItem(atPath: copy + suffix, toPath: fixture.storePath + suffix)
        }
        let reply = try #require(try client.reply())
        #expect(reply.status == 200)
        #expect(reply.header("Widget-Revision") == revision.map { "\($0)" })
    }

    @Test("Stopping ends all waits with 304 and the connection")
    func stopping() throws {
        let fixture = try Fixture()
        let clients = try (1...30).map { _ in try fixture.waitingClient("GET", Fixture.config) }
        #expect(fixture.service.stop(within: .seconds(20)))
        for client in clients {
            let reply = try #require(try client.reply())
            #expect(reply.status == 304)
            #expect(reply.header("Connection") == "close" && reply.header("Preference-Applied") == "wait=50")
            #expect(try client.reply() == nil)
        }
        #expect(fixture.service.waitingCount == 0)
    }

    @Test("Two thousand that wait all get the same right bytes, while another polls")
    func thousands() throws {
        let fixture = try Fixture()
        let tag = try #require(try fixture.request("GET", Fixture.config).header("ETag"))
        let head = Fixture.head("GET", Fixture.config, ["If-None-Match": tag, "Prefer": "wait=50"])
        let clients = try (1...2000).map { _ in try fixture.client() }
        for client in clients { try client.send(head) }
        #expect(eventually { fixture.service.waitingCount == 2000 })
        #expect(try fixture.request("GET", "/healthz").status == 200)
        let revision = try fixture.kill()
        let polled = try #require(try fixture.poll(Fixture.config) { $0.header("ETag") != tag })
        #expect(polled.header("Widget-Revision") == revision.map { "\($0)" })
        for client in clients {
            let reply = try #require(try client.reply())
            #expect(reply.status == 200 && reply.body == polled.body)
        }
        #expect(fixture.service.waitingCount == 0)
    }

    @Test("Changes while clients come and go are lost on nobody")
    func racing() throws {
        let fixture = try Fixture()
        var last = try #require(try fixture.request("GET", Fixture.config).header("ETag"))
        let client = try fixture.client()
        let order = KillOrder(widget: "WallpaperLockWidget")
        let apps = AppSelection([Fixture.app])
        for round in 0..<40 {
            // The request and the change race; whoever is first, the client gets the change.
            try client.send(
                Fixture.head("GET", Fixture.config, ["If-None-Match": last, "Prefer": "wait=50"])
            )
            let how = ReleaseDesk.Order(reason: "test")
            let revision =
                round.isMultiple(of: 2)
                ? try fixture.desk.perform(.kill(order, in: apps), how).revision
                : try fixture.desk.perform(.restore(order, everyScope: false, in: apps), how).revision
            let reply = try #require(try client.reply())
            #expect(reply.status == 200 && reply.header("Widget-Revision") == revision.map { "\($0)" })
            last = try #require(reply.header("ETag"))
        }
    }
}
