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
