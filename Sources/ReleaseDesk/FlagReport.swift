package import Definitions
import LiveState
package import Rollout
package import StrictJSON

/// How one flag lives: since when, for whom, and whether it should still be there.
package struct FlagReport: Equatable, Sendable {
    package let key: FlagKey
    package let kind: FlagDefinition.Kind
    package let type: FlagType
    /// nil: nobody is named.
    package let owner: String?
    /// The day by which it should be gone; nil: none is named.
    package let expires: CivilDate?
    /// When the first of the apps got it.
    package let created: Instant
    /// When its definition, override or rollout last changed in one of the apps.
    package let lastChange: Instant
    /// The share of installations that it is on for, by app; see ``ValueShares/onShare``.
    package let onShares: [AppID: Percent]
    /// Why it should not be there any more; empty: it may.
    package let staleReasons: [String]

    package var json: JSON {
        [
            "flag": .string(key.text), "kind": .string(kind.rawValue), "type": .string(type.rawValue),
            "owner": owner.map(JSON.string) ?? .null, "expires": expires.map { .string("\($0)") } ?? .null,
            "created": .string("\(created)"), "lastChange": .string("\(lastChange)"),
            "onPercent": .object(
                Dictionary(onShares.map { ($0.key.text, $0.value.json) }) { first, _ in first }
            ),
            "stale": .strings(staleReasons),
        ]
    }
}
