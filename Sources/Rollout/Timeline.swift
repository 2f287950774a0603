/// How a widget's timeline is made and renewed.
public struct Timeline: Hashable, Sendable {
    /// What makes a new timeline.
    public enum Pattern: String, CaseIterable, Hashable, Sendable {
        /// One entry that never changes.
        case `static`
        /// Renewed when its time is up.
        case timer
        /// Renewed when the app says so.
        case appDriven
        /// Renewed by both.
        case timerWithAppReloads
    }

    /// What renews it.
    public let pattern: Pattern
    /// 1 or more.
    public let entries: Int
    /// Minutes between entries; nil for a single entry.
    public let entrySpacingMinutes: Int?
    /// Minutes from the first entry to the next timeline; nil unless a timer renews it.
    public let nextTimelineAfterMinutes: Int?
    /// What in the app asks for a new timeline, such as `favoriteChanged`; empty unless the app does.
    public let reloadsOn: [String]

    /// A timeline out of its parts, which must agree with the pattern.
    public init(
        pattern: Pattern,
        entries: Int,
        entrySpacingMinutes: Int? = nil,
        nextTimelineAfterMinutes: Int? = nil,
        reloadsOn: [String] = []
    ) {
        self.pattern = pattern
        self.entries = entries
        self.entrySpacingMinutes = entrySpacingMinutes
        self.nextTimelineAfterMinutes = nextTimelineAfterMinutes
        self.reloadsOn = reloadsOn
    }
}
