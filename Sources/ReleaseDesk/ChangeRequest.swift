import Definitions
import LiveState
package import Rollout
import RolloutStore
package import StrictJSON

/// A change that waits for others to approve it.
package struct ChangeRequest: Equatable, Sendable {
    /// The revision that asked for it, by which people call it.
    package let id: Int64
    package let operation: Operation
    /// How it is to be made; with a time, it is scheduled for then once it is approved.
    package let order: ReleaseDesk.Order
    /// Who asks.
    package let actor: String
    /// When it was asked for.
    package let asked: Instant
    /// Until when it may be approved.
    package let expires: Instant
    /// What the change would write to, what is set of the flag that it names, the definitions of the flags concerned, and
    /// the profiles in which a date may be seen by it, in the order of their keys.
    let touched: [TouchedDocument]
    /// In order; one a person.
    package let approvals: [Approval]

    /// Where it is kept.
    var key: StateKey { .waiting(.request, id) }

    func with(_ approvals: [Approval]) -> ChangeRequest {
        ChangeRequest(
            id: id,
            operation: operation,
            order: order,
            actor: actor,
            asked: asked,
            expires: expires,
            touched: touched,
            approvals: approvals
        )
    }

    /// What is still missing, by app; empty: nothing.
    func missing(of needs: [String: ApprovalPolicy.Need]) -> [String: Int] {
        needs.reduce(into: [:]) { missing, need in
            let count = need.value.count - approvals.count { $0.apps.contains(need.key) }
            if count > 0 { missing[need.key] = count }
        }
    }
}

extension ChangeRequest {
    /// With its number.
    package var json: JSON { .object(members.merging(["id": .integer(id)]) { first, _ in first }) }

    /// As it is kept: its number is its name.
    var document: JSON { .object(members) }

    private var members: [String: JSON] {
        [
            "operation": operation.json, "order": order.json, "actor": .string(actor),
            "asked": .string("\(asked)"), "expires": .string("\(expires)"),
            "touched": .array(touched.map(\.json)), "approvals": .array(approvals.map(\.json)),
        ]
    }

    /// - Throws: `LiveStateError` for what this version cannot read.
    init(_ document: Document) throws(LiveStateError) {
        self = try ParsedDocument(document).read { field in
            let keys = ["operation", "order", "actor", "asked", "expires", "touched", "approvals"]
            guard let object = field.object(keys) else { return nil }
            let id = field.waitingNumber(document.key.name)
            let operation = object.required("operation").flatMap { Operation($0) }
            let order = object.required("order").flatMap { ReleaseDesk.Order($0) }
            let actor = object.required("actor")?.string()
            let asked = object.required("asked")?.parsed(Instant.init(parsing:))
            let expires = object.required("expires")?.parsed(Instant.init(parsing:))
            let touched = object.required("touched")?.list(TouchedDocument.init)
            let approvals = object.required("approvals")?.list(Approval.init)
            guard let id, let operation, let order, let actor, let asked, let expires, let touched,
                let approvals
            else { return nil }
            return ChangeRequest(
                id: id,
                operation: operation,
                order: order,
                actor: actor,
                asked: asked,
                expires: expires,
                touched: touched,
                approvals: approvals
            )
        }
    }
}
