import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("A request for approval")
struct StaleRequestTests: ApprovalSetup {
    let desk: Desk

    init() throws { desk = try Desk.approving() }

    @Test("is stale once what it is about has changed, and says who changed what")
    func stale() throws {
        let id = try ask(setSpacing)
        // What it is not about may change.
        _ = try desk.by("di").perform(.kill(KillOrder(widget: "Lock"), in: Self.aurora), .plain)
        _ = try desk.by("di").perform(.unsetFlag("target", in: Self.aurora), .plain)
        #expect(try desk.now.requests().map(\.standing) == [.waits("1 approval")])
        let other = try ask(.setFlag("spacing", to: "90", in: Self.aurora))
        _ = try approve(other, "bo")
        let moved = try desk.revision
        let words =
            "request \(id) is stale; what it is about has changed since:\n"
            + "  aurora: spacing 90, approve by bo at revision \(moved)\nask again, or decline it"
        #expect(refusal(id, "bo") == words)
        #expect(try desk.now.requests().map(\.standing) == [.stale(words)])
        _ = try desk.by("bo").perform(.decline(id), .plain)
        #expect(try desk.now.requests() == [])
    }

    @Test("is stale once a flag that it is about is defined anew")
    func staleDefinition() throws {
        let id = try ask(.startRollout(of: "picks", in: Self.aurora))
        var sample = Self.sample(["rollout start": ["count": 2, "roles": ["approver"]]])
        sample.change("picks", "rollout", ["value": ["c"], "schedule": "100@0d"])
        _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
        #expect(refusal(id, "bo")?.contains("aurora: picks definition, apply by di") == true)
    }

    @Test("is stale once it would change more than was asked for")
    func staleReach() throws {
        let id = try ask(.setFlag("spacing", to: "60", in: .all))
        var sample = Self.sample(["flag set": [:]])
        sample.apps["zen"] = sample.apps["minimal"]
        sample.changeApp("zen", "bundleID", "com.example.zen")
        sample.changeApp("zen", "urlScheme", "zen")
        _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
        #expect(
            refusal(id, "bo")
                == "request \(id) is stale; it would by now change more than was asked for: zen: flag spacing, "
                + "zen: override spacing, zen: rollout spacing; ask again, or decline it"
        )
    }

    @Test(
        "is stale once the profile is another in which it would show dates, and not for one that shows none"
    )
    func staleDates() throws {
        for hasDates in [true, false] {
            var sample = Self.sample(["rollout start": [:]])
            if hasDates {
                guard case .object(var lock) = Sample.lock else { return }
                lock["dates"] = [["id": "day", "template": "yMMMd", "family": "accessoryRectangular"]]
                sample.changeApp("aurora", "widgets", ["Home": Sample.home, "Lock": .object(lock)])
            }
            _ = try desk.now.perform(.apply(sample.definitions()), .removing)
            let id = try ask(.startRollout(of: "enabled", in: Self.aurora))
            sample.changeApp("aurora", "locales", ["en", "ja", "ko"])
            _ = try desk.by("di").perform(.apply(sample.definitions()), .plain)
            if hasDates {
                #expect(refusal(id, "bo")?.contains("aurora: profile, apply by di") == true)
            } else {
                _ = try approve(id, "bo")
                #expect(try desk.rollout()?.state == .running)
            }
        }
    }
}
