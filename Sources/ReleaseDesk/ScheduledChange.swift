import LiveState
package import Rollout
import RolloutStore
package import StrictJSON

/// A change that waits for its time.
package struct ScheduledChange: Equatable, Sendable {
    /// The revision that scheduled it, by which people call it.
    package let id: Int64
    /// When it is to be made.
    package let time: Instant
    package let operation: Operation
    /// How it is to be made.
    package let order: ReleaseDesk.Order
    /// Who scheduled it.
    package let actor: String
    /// When it was scheduled.
    package let scheduled: Instant
    /// By whom it was approved before; empty: none was needed.
    package let approvals: [Approval]
    /// What was approved to be written to, and what it names, as it was then; empty where nobody had to approve.
    let touched: [TouchedDocument]
    /// What a verdict on dates rests on, as it was when it was scheduled; empty for anything else.
    let ground: [TouchedDocument]

    /// Where it is kept.
    var key: StateKey { .waiting(.schedule, id) }
}

extension ScheduledChange {
    /// With its number.
    package var json: JSON { .object(members.merging(["id": .integer(id)]) { first, _ in first }) }

    /// As it is kept: its number is its name.
    var document: JSON { .object(members) }

    private var members: [String: JSON] {
        var members: [String: JSON] = [
            "time": .string("\(time)"), "operation": operation.json, "order": order.json,
            "actor": .string(actor), "scheduled": .string("\(scheduled)"),
            "approvals": .array(approvals.map(\.json)),
        ]
        if !touched.isEmpty { members["touched"] = .array(touched.map(\.json)) }
        if !ground.isEmpty { members["ground"] = .array(ground.map(\.json)) }
        return members
    }

    /// - Throws: `LiveStateError` for what this version cannot read.
    init(_ document: Document) throws(LiveStateError) {
        self = try ParsedDocument(document).read { field in
            let keys = [
                "time", "operation", "order", "actor", "scheduled", "approvals", "touched", "ground",
            ]
            guard let object = field.object(keys) else { return nil }
            let id = field.waitingNumber(document.key.name)
            let time = object.required("time")?.parsed(Instant.init(parsing:))
            let operation = object.required("operation").flatMap { Operation($0) }
            let order = object.required("order").flatMap { ReleaseDesk.Order($0) }
            let actor = object.required("actor")?.string()
            let scheduled = object.required("scheduled")?.parsed(Instant.init(parsing:))
            let approvals = object.required("approvals")?.list(Approval.init)
            let touched = object.value("touched", or: []) { $0.list(TouchedDocument.init) }
            let ground = object.value("ground", or: []) { $0.list(TouchedDocument.init) }
            guard let id, let time, let operation, let order, let actor, let scheduled, let approvals,
                let touched, let ground
            else { return nil }
            return ScheduledChange(
                id: id,
                time: time,
                operation: operation,
                order: order,
                actor: actor,
                scheduled: scheduled,
                approvals: approvals,
                touched: touched,
                ground: ground
            )
        }
    }
}
