import Rollout
import RolloutStore
package import StrictJSON

extension Outcome {
    private static let keys = [
        "changes", "notes", "warnings", "dryRun", "refusedRemovals", "refusedLifts", "revision", "waits",
    ]

    package var json: JSON {
        [
            "changes": .array(changes.map(\.json)), "notes": .strings(notes), "warnings": .strings(warnings),
            "dryRun": .bool(isDryRun), "refusedRemovals": .strings(refusedRemovals),
            "refusedLifts": .strings(refusedLifts),
            "revision": revision.map(JSON.integer) ?? .null, "waits": waits?.json ?? .null,
        ]
    }

    /// Reads what ``json`` gives.
    ///
    /// The revision is that of the last change, so what is written of it is passed over.
    package init?(_ field: JSONField) {
        guard let object = field.object(Self.keys) else { return nil }
        func lines(_ key: String) -> [String]? { object.required(key)?.list { $0.string() } }
        let changes = object.required("changes")?.list { Change($0) }
        let (notes, warnings) = (lines("notes"), lines("warnings"))
        let isDryRun = object.required("dryRun")?.bool()
        let (removals, lifts) = (lines("refusedRemovals"), lines("refusedLifts"))
        let waits = object.required("waits").flatMap { field -> Waiting?? in
            field.value == .null ? .some(nil) : Waiting(field).map(Optional.some)
        }
        guard let changes, let notes, let warnings, let isDryRun, let removals, let lifts, let waits
        else { return nil }
        self.init(
            changes: changes,
            notes: notes,
            warnings: warnings,
            isDryRun: isDryRun,
            refusedRemovals: removals,
            refusedLifts: lifts,
            waits: waits
        )
    }
}

extension Outcome.Waiting {
    /// Reads `{"for": "approval", "id"}` or `{"for": "time", "id", "at"}`.
    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["for", "id", "at"]),
            let id = object.required("id")?.integer(in: 1...Int64.max),
            let isForTime = object.required("for")?.oneOf(
                [("approval", false), ("time", true)],
                what: "wait"
            )
        else { return nil }
        if !isForTime {
            self = .approval(id)
        } else if let time = object.required("at")?.parsed(Instant.init(parsing:)) {
            self = .time(id, time)
        } else {
            return nil
        }
    }

    fileprivate var json: JSON {
        switch self {
        case .approval(let id): ["for": "approval", "id": .integer(id)]
        case .time(let id, let time): ["for": "time", "id": .integer(id), "at": .string("\(time)")]
        }
    }
}
