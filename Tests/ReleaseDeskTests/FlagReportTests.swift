import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("The list of flags")
struct FlagReportTests {
    private static let days: Int64 = 24

    private func report(_ desk: Desk, _ key: String = "enabled", in apps: AppSelection = .all) throws
        -> FlagReport
    {
        try #require(try desk.now.flags(in: apps).first { $0.key.text == key })
    }

    private func stale(_ desk: Desk, _ key: String = "enabled", in apps: AppSelection = .all) throws
        -> [String]
    {
        try report(desk, key, in: apps).staleReasons
    }

    /// `enabled` as a release flag that should be gone by 2026-12-31.
    private static var release: Sample {
        var sample = Sample()
        sample.change("enabled", "kind", "release")
        sample.change("enabled", "owner", "widgets")
        sample.change("enabled", "expires", "2026-12-31")
        return sample
    }

    @Test("has every flag of the selected apps once, with who answers for it and since when it is there")
    func list() throws {
        let desk = try Desk.open(Self.release)
        var sample = Self.release
        sample.flags["late"] = sample.flags["spacing"]
        _ = try desk.at(30).perform(.apply(sample.definitions()), .plain)
        #expect(try desk.now.flags().map(\.key.text) == ["enabled", "late", "picks", "spacing", "target"])
        let enabled = try report(desk)
        #expect(enabled.kind == .release)
        #expect(enabled.type == .boolean)
        #expect(enabled.owner == "widgets")
        #expect(enabled.expires?.description == "2026-12-31")
        #expect(enabled.created == Desk.moment(0))
        #expect(try report(desk, "late").created == Desk.moment(30))
        #expect(try report(desk, "late").owner == nil)
        #expect(throws: DeskError.self) { try desk.now.flags(in: .named(["auror"])) }
    }

    @Test("tells the last change of definition, override or rollout in any app")
    func lastChange() throws {
        let desk = try Desk.open()
        #expect(try report(desk, "spacing").lastChange == Desk.moment(0))
        _ = try desk.at(2).perform(.setFlag("spacing", to: "60", in: .named(["minimal"])), .plain)
        #expect(try report(desk, "spacing").lastChange == Desk.moment(2))
        _ = try desk.at(3).perform(.unsetFlag("spacing", in: .named(["minimal"])), .plain)
        #expect(try report(desk, "spacing").lastChange == Desk.moment(3))
        _ = try desk.at(4).perform(.startRollout(of: "picks", in: .named(["aurora"])), .plain)
        #expect(try report(desk, "picks").lastChange == Desk.moment(4))
        #expect(try report(desk, "picks", in: .named(["minimal"])).lastChange == Desk.moment(0))
    }

    @Test("tells for how many installations it is on, by app")
    func shares() throws {
        let desk = try Desk.open()
        _ = try desk.now.perform(.setRollout(of: "enabled", to: Percent(5), in: .named(["aurora"])), .plain)
        _ = try desk.now.perform(.startRollout(of: "picks", in: .named(["aurora"])), .plain)
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: .named(["aurora"])), .plain)
        let shares: (String) throws -> [Percent?] = { key in
            let on = try report(desk, key).onShares
            return [on[try AppID("aurora")], on[try AppID("minimal")]]
        }
        #expect(try shares("enabled") == [Percent(5), Percent.none])
        #expect(try shares("picks") == [Percent(10), Percent.none])
        #expect(try shares("spacing") == [Percent.all, Percent.none])
        // True by default, and false by override.
        _ = try desk.now.perform(.setFlag("spacing", to: "30", in: .named(["aurora"])), .plain)
        #expect(try shares("spacing") == [Percent.none, Percent.none])
    }

    @Test("calls a flag stale from the day on by which it was to be gone")
    func expired() throws {
        let desk = try Desk.open(Self.release)
        _ = desk.at(30 * Self.days - 1)
        #expect(try stale(desk) == [])
        _ = desk.at(30 * Self.days)
        #expect(try stale(desk) == ["was to be gone by 2026-12-31"])
    }

    @Test("calls a flag stale when all apps have been at 100 % for 30 days, by whatever gave it to them")
    func settled() throws {
        let desk = try Desk.open()
        _ = try desk.at(1).perform(.startRollout(of: "picks", in: .named(["aurora"])), .plain)
        _ = try desk.now.perform(.completeRollout(of: "picks", in: .named(["aurora"])), .plain)
        _ = desk.at(1 + 30 * Self.days)
        #expect(try stale(desk, "picks", in: .named(["aurora"])) == ["at 100 % for 30 days"])
        #expect(try stale(desk, "picks") == [], "the other app is not")
        _ = try desk.now.perform(.setFlag("picks", to: "[\"c\"]", in: .named(["minimal"])), .plain)
        _ = desk.at(1 + 60 * Self.days)
        #expect(try stale(desk, "picks") == ["at 100 % for 30 days"])
        _ = desk.at(1 + 60 * Self.days - 1)
        #expect(try stale(desk, "picks") == [])
    }

    @Test("counts from the stage that reached 100 %, and a rule for everyone from its definition on")
    func since() throws {
        let desk = try Desk.open()
        var sample = Sample()
        sample.change("enabled", "rules", nil)
        sample.change("spacing", "rules", [["name": "everyone", "value": 60]])
        _ = try desk.at(1).perform(.apply(sample.definitions()), .removing)
        _ = try desk.at(2).perform(.startRollout(of: "enabled", in: .all), .plain)
        _ = desk.at(2 + 36 * Self.days - 1)
        #expect(try stale(desk) == [])
        _ = desk.at(2 + 36 * Self.days)
        #expect(try stale(desk) == ["at 100 % for 30 days"])
        #expect(try stale(desk, "spacing") == ["at 100 % for 36 days"])
    }

    @Test("leaves an operational flag alone that everyone has, since it is there to stay")
    func operational() throws {
        var sample = Sample()
        sample.change("enabled", "kind", "operational")
        sample.change("enabled", "safe", false)
        sample.change("enabled", "rules", nil)
        let desk = try Desk.open(sample)
        _ = try desk.now.perform(.setFlag("enabled", to: "true", in: .all), .plain)
        _ = desk.at(400 * Self.days)
        #expect(try stale(desk) == [])
    }

    @Test("calls a boolean flag stale that gates no widget and no other flag")
    func unread() throws {
        var sample = Sample()
        sample.flags["idle"] = [
            "kind": "permission", "type": "boolean", "description": "d", "default": false,
        ]
        let desk = try Desk.open(sample)
        #expect(try stale(desk, "idle") == ["gates no widget and no other flag"])
        #expect(try stale(desk) == [])
        #expect(try stale(desk, "spacing") == [], "the app's own code reads it")
        sample.change("spacing", "prerequisites", [["flag": "idle", "value": true]])
        _ = try desk.now.perform(.apply(sample.definitions()), .removing)
        #expect(try stale(desk, "idle") == [])
    }
}
