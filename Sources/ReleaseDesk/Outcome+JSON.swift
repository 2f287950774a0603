import Rollout
import RolloutStore
package import StrictJSON

extension Outcome {
    private static let keys = [
        "changes", "notes", "warnings", "dryRun", "refusedRemovals", "refusedLifts", "revision",
    ]

    package var json: JSON {
        [
            "changes": .array(changes.map(\.json)), "notes": .strings(notes), "warnings": .strings(warnings),
            "dryRun": .bool(isDryRun), "refusedRemovals": .strings(refusedRemovals),
            "refusedLifts": .strings(refusedLifts),
            "revision": revision.map(JSON.integer) ?? .null,
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
        guard let changes, let notes, let warnings, let isDryRun, let removals, let lifts else { return nil }
        self.init(
            changes: changes,
            notes: notes,
            warnings: warnings,
            isDryRun: isDryRun,
            refusedRemovals: removals,
            refusedLifts: lifts
        )
    }
}
