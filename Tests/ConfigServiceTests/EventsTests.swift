import Definitions
import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import TestSupport
import Testing

@testable import ConfigService

/// A client that follows the events of an app.
private final class Follower {
    private let client: RawClient
    private var text = ""
    let head: RawClient.Reply

    init(_ fixture: Fixture, app: String = Fixture.app, lastEventID: String? = nil) throws {
        client = try fixture.client()
        let headers = lastEventID.map { ["Last-Event-ID": $0] } ?? [:]
        try client.send(Fixture.head("GET", "/v1/apps/\(app)/events", headers))
        // Without a length the body is left to be read.
        guard let head = try client.reply() else { throw RawClient.Failure("no head") }
        self.head = head
    }

    /// The next block, without the empty line that ends it; nil at the end of the stream.
    func block() throws -> String? {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                defer { text.removeSubrange(..<end.upperBound) }
                return String(text[..<end.lowerBound])
            }
            guard let chunk = try client.chunk() else { return nil }
            text += String(decoding: chunk, as: UTF8.self)
        }
    }
}

@Suite struct EventsTests {
    private let order = KillOrder(widget: "WallpaperLockWidget")
    private let apps = AppSelection([Fixture.app])

    private func event(_ revision: Int64?, _ reason: String) -> String? {
        revision.map { "id: \($0)\nevent: change\ndata: {\"reason\":\"\(reason)\",\"revision\":\($0)}" }
    }

    private func revision(_ fixture: Fixture) throws -> String {
        try #require(try fixture.request("HEAD", Fixture.config).header("Widget-Revision"))
    }

    @Test("Each change of the app is an event with its revision and command, and nothing of who and why")
    func changes() throws {
        let fixture = try Fixture()
        let follower = try Follower(fixture)
        #expect(follower.head.status == 200)
        #expect(follower.head.header("Content-Type") == "text/event-stream")
        #expect(follower.head.header("Cache-Control") == "no-store")
        let opening = try #require(try follower.block())
        let match = try #require(try /retry: (\d+)\nid: (\d+)/.wholeMatch(in: opening), "\(opening)")
        #expect(try match.2 == revision(fixture))
        #expect((2_000...8_000).contains(Int(match.1) ?? 0))
        let how = ReleaseDesk.Order(reason: "a secret of mine")
        // Another app's changes are not told.
        _ = try fixture.desk.perform(.kill(KillOrder(), in: AppSelection(["aurora-wallpapers"])), how)
        let killed = try fixture.desk.perform(.kill(order, in: apps), how).revision
        #expect(try follower.block() == event(killed, "kill"))
        let restored = try fixture.desk.perform(.restore(order, everyScope: false, in: apps), how).revision
        #expect(try follower.block() == event(restored, "restore"))
        let schedule = try Schedule(parsing: "5@0d,100@1d")
        let started = try fixture.desk.perform(
            .startRollout(of: "widget_enabled", in: apps, schedule: schedule),
            how
        )
        #expect(try follower.block() == event(started.revision, "rollout start"))
    }

    @Test("Followers are told of different moments to come back, so that they do not come together")
    func jitter() throws {
        let fixture = try Fixture()
        let openings = try (1...20).map { _ in try Follower(fixture).block() }
        #expect(Set(openings).count > 10)
    }

    @Test("With Last-Event-ID a client is told at once when there is something newer")
    func missed() throws {
        let fixture = try Fixture()
        let before = try revision(fixture)
        let killed = try fixture.kill()
        #expect(try fixture.poll(Fixture.config) { $0.header("Widget-Revision") == "\(killed ?? 0)" } != nil)
        let behind = try Follower(fixture, lastEventID: before)
        #expect(try behind.block()?.wholeMatch(of: /retry: \d+/) != nil)
        #expect(try behind.block() == event(killed, "kill"))
        let upToDate = try Follower(fixture, lastEventID: "\(killed ?? 0)")
        #expect(try upToDate.block()?.wholeMatch(of: /retry: \d+/) != nil)
        let how = ReleaseDesk.Order(reason: "test")
        let restored = try fixture.desk.perform(.restore(order, everyScope: false, in: apps), how)
        #expect(try upToDate.block() == event(restored.revision, "restore"))
    }

    @Test(
        "A Last-Event-ID that was never sent out is passed over",
        arguments: [
            "-1", "0x2A", "1 2", "9223372036854775808", "99999999999999999999999", "\"42\"", "forty-two",
            "42\t7", "\u{661}",
            // Of another store, or of before a backup was put in its place.
            "9223372036854775807",
        ]
    )
    func hostileLastEventID(_ value: String) throws {
        let fixture = try Fixture()
        let follower = try Follower(fixture, lastEventID: value)
        #expect(try follower.block()?.wholeMatch(of: /retry: \d+\nid: \d+/) != nil)
    }

    @Test(
        "The name of a command is told only when it can be one",
        arguments: [
            ("kill", "kill"), ("rollout start", "rollout start"), ("", "change"), ("Kill", "change"),
            ("a\n\ndata: b", "change"), ("kill by Ann", "change"),
            (String(repeating: "x", count: 25), "change"),
        ]
    )
    func publicNames(_ action: String, _ reason: String) {
        let bytes = ChangeEvent.bytes(revision: 7, action: action)
        #expect(event(7, reason).map { $0 + "\n\n" } == String(decoding: bytes, as: UTF8.self))
    }

    @Test("HEAD answers with the head alone")
    func head() throws {
        let fixture = try Fixture()
        let follower = try Follower(fixture)
        let client = try fixture.client()
        let head = try client.request("HEAD", "/v1/apps/\(Fixture.app)/events")
        #expect(head.status == 200)
        for name in ["Content-Type", "Cache-Control", "X-Accel-Buffering"] {
            #expect(head.header(name) == follower.head.header(name))
        }
        #expect(head.header("Content-Length") == nil)
        #expect(try client.reply() == nil)
        #expect(eventually { fixture.service.waitingCount == 1 })
    }

    @Test("An app that there is not is a 404, and one that is taken out ends its events")
    func removal() throws {
        let fixture = try Fixture()
        #expect(try fixture.request("GET", "/v1/apps/none/events").status == 404)
        let follower = try Follower(fixture)
        _ = try follower.block()
        let rest = try DefinitionFile.all(below: Repository.path).filter { $0.name != Fixture.app }
        _ = try fixture.desk.perform(.apply(Definitions(rest)), .init(allowsRemoval: true))
        #expect(try follower.block() == nil)
    }

    @Test(
        "Beyond the limit a client is told to come back later, and a place that is given back is taken again"
    )
    func limit() throws {
        let fixture = try Fixture { $0.waitingLimit = 1 }
        var first: Follower? = try Follower(fixture)
        _ = try first?.block()
        let turnedAway = try fixture.request("GET", "/v1/apps/\(Fixture.app)/events")
        #expect(turnedAway.status == 200 && turnedAway.header("Content-Type") == "text/event-stream")
        let match = try #require(try /retry: (\d+)\n\n/.wholeMatch(in: turnedAway.text))
        #expect((10_000...40_000).contains(Int(match.1) ?? 0))
        first = nil
        #expect(eventually { fixture.service.waitingCount == 0 })
        #expect(try Follower(fixture).block()?.contains("id: ") == true)
    }

    @Test(
        "A thousand followers are all told; those who go away give their places back; stopping ends the rest"
    )
    func thousand() throws {
        let fixture = try Fixture()
        var followers = try (1...1000).map { _ in try Follower(fixture) }
        for follower in followers { _ = try follower.block() }
        #expect(fixture.service.waitingCount == 1000)
        let revision = try fixture.kill()
        for follower in followers { #expect(try follower.block() == event(revision, "kill")) }
        followers.removeFirst(900)
        #expect(eventually { fixture.service.waitingCount == 100 })
        #expect(fixture.service.stop(within: .seconds(20)))
        for follower in followers { #expect(try follower.block() == nil) }
        #expect(fixture.service.waitingCount == 0)
    }
}
