import Rollout
package import RolloutStore
package import StrictJSON

/// One change in full.
package struct ChangeDetail: Equatable, Sendable {
    package let change: Change
    /// The last revision of the log.
    package let last: Int64
    /// The first and the last revision that the same command made.
    package let command: ClosedRange<Int64>
    /// What it did, a phrase each; empty when only what is not told in words is different, such as a reason.
    package let words: [String]
    /// What was live in its app from then on, a phrase each: overrides, rollouts and kills.
    package let live: [String]

    package var json: JSON {
        guard case .object(var object) = change.json else { return change.json }
        object["command"] = [.integer(command.lowerBound), .integer(command.upperBound)]
        object["words"] = .strings(words)
        object["live"] = .strings(live)
        return .object(object)
    }
}
