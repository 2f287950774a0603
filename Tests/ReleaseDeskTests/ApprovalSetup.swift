import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

/// Tests of what others have to approve, on a desk whose app `aurora` asks for that.
protocol ApprovalSetup {
    var desk: Desk { get }
}

extension Desk {
    /// Aurora wants two approvals for a rollout, by approvers, and one by anyone for an override or a rollback.
    static func approving() throws -> Desk {
        var sample = Sample()
        sample.changeApp(
            "aurora",
            "approvals",
            [
                "rollout start": ["count": 2, "roles": ["approver"]], "flag set": [:],
                "rollback": ["hours": 2],
            ]
        )
        return try Desk.open(sample)
    }
}

extension ApprovalSetup {
    static var aurora: AppSelection { .named(["aurora"]) }
    var setSpacing: Operation { .setFlag("spacing", to: "60", in: Self.aurora) }

    /// Definitions in which aurora has other wishes.
    static func sample(_ approvals: JSON) -> Sample {
        var sample = Sample()
        sample.changeApp("aurora", "approvals", approvals)
        return sample
    }

    func ask(_ operation: Operation, _ order: ReleaseDesk.Order = .plain) throws -> Int64 {
        let outcome = try desk.now.perform(operation, order)
        guard case .approval(let id) = outcome.waits else {
            Issue.record("\(outcome)")
            return 0
        }
        #expect(outcome.changes.map(\.revision) == [id])
        return id
    }

    func approve(_ id: Int64, _ actor: String, comment: String = "") throws -> Outcome {
        try desk.by(actor).perform(.approve(id), ReleaseDesk.Order(reason: comment))
    }

    func refusal(_ id: Int64, _ actor: String) -> String? {
        #expect(throws: DeskError.self) { try approve(id, actor) }?.description
    }

    var spacing: FlagValue? { get throws { try desk.state().overrides[FlagKey("spacing")] } }
}
