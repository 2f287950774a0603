package import StrictJSON

/// A scheduled change, and whether it will still be what was approved.
package struct ScheduledReport: Equatable, Sendable {
    package let change: ScheduledChange
    /// Why it would be refused as something else than what was approved; nil: it waits for its time.
    package let staleness: String?

    /// With `state`, `waits` or `stale`, and for the latter `why`.
    package var json: JSON {
        guard case .object(var object) = change.json else { return change.json }
        object["state"] = staleness == nil ? "waits" : "stale"
        object["why"] = staleness.map(JSON.string)
        return .object(object)
    }
}
