/// A WidgetKit kind as its app ships it.
public struct Widget: Hashable, Sendable {
    /// What a widget that is not enabled shows.
    public enum Fallback: String, CaseIterable, Hashable, Sendable {
        /// The redacted placeholder.
        case placeholder
        /// The entry that it showed last.
        case lastEntry
        /// A still emblem without any text.
        case emblem
    }

    /// Its name within the app.
    public let kind: WidgetKind
    /// The sizes and places that it supports; empty when all of them are newer than the reader.
    public let families: [WidgetFamily]
    /// The flags that gate it, each of which must decide true; empty: it is enabled unless killed.
    public let flags: [FlagKey]
    /// How its entries come and go.
    public let timeline: Timeline
    /// What it shows while it is not enabled.
    public let whenDisabled: Fallback

    /// A widget out of its parts.
    public init(
        kind: WidgetKind,
        families: [WidgetFamily],
        flags: [FlagKey],
        timeline: Timeline,
        whenDisabled: Fallback
    ) {
        self.kind = kind
        self.families = families
        self.flags = flags
        self.timeline = timeline
        self.whenDisabled = whenDisabled
    }
}

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
