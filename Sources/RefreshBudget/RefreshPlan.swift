package import Definitions
package import Rollout

/// When a widget asks to be reloaded, and for how long what it then shows lasts.
package struct RefreshPlan: Equatable, Sendable {
    /// What the widget's timeline asks for at its end (WidgetKit's `TimelineReloadPolicy`).
    package enum Policy: Equatable, Sendable {
        /// A new timeline as soon as the last entry shows.
        case atEnd
        /// A new timeline so many minutes after the first entry.
        case after(minutes: Int)
        /// None.
        case never
    }

    /// 1 or more.
    package var entries: Int
    /// Minutes from one entry to the next; nil for a single one.
    package var spacingMinutes: Int?
    package var policy: Policy
    /// Whether the next timeline is due at the next multiple of the interval since midnight.
    package var isOnTheClock: Bool
    /// By how much at most the next timeline is put off.
    package var jitterMinutes: Int
    package var foregroundReloadsPerDay: Int
    package var backgroundReloadsPerDay: Int
    package var pushReloadsPerDay: Int
}

extension RefreshPlan {
    package init(_ timeline: Timeline, _ refresh: RefreshDeclaration) {
        let untilLast = (timeline.entries - 1) * (timeline.entrySpacingMinutes ?? 0)
        entries = timeline.entries
        spacingMinutes = timeline.entrySpacingMinutes
        policy =
            switch timeline.nextTimelineAfterMinutes {
            case nil: .never
            case untilLast?: .atEnd
            case let minutes?: .after(minutes: minutes)
            }
        isOnTheClock = refresh.onTheClock
        jitterMinutes = refresh.jitterMinutes
        foregroundReloadsPerDay = refresh.foregroundReloadsPerDay
        backgroundReloadsPerDay = refresh.backgroundReloadsPerDay
        pushReloadsPerDay = refresh.pushReloadsPerDay
    }

    /// Minutes from a reload until the next one is asked for, without jitter; nil: the timeline asks for none.
    package var intervalMinutes: Int? {
        switch policy {
        case .atEnd: (entries - 1) * (spacingMinutes ?? 0)
        case .after(let minutes): minutes
        case .never: nil
        }
    }

    /// Minutes from a reload for which what is shown is as it was meant; nil: for ever.
    ///
    /// Each of several entries lasts as long as the others; a single one lasts until the next timeline.
    package var freshMinutes: Int? {
        if let spacingMinutes { return entries * spacingMinutes }
        return intervalMinutes.map { $0 + jitterMinutes }
    }

    /// Entries that the next timeline replaces before they show.
    package var unseenEntries: Int {
        guard let spacingMinutes, let intervalMinutes else { return 0 }
        let latest = intervalMinutes + jitterMinutes
        return max(0, entries - 1 - latest / spacingMinutes)
    }

    /// Reloads a day that count and that the timeline does not ask for.
    package var foreignReloadsPerDay: Int { backgroundReloadsPerDay + pushReloadsPerDay }
}
