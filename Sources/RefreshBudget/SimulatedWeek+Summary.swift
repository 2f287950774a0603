extension SimulatedWeek {
    /// The reloads of the seven days.
    package var reloadsOfWeek: [Reload] { reloads.filter { Self.span.contains($0.minute) } }

    /// The stretches of the seven days, cut off at their ends.
    package var stillsOfWeek: [Still] {
        stills.compactMap { still in
            let minutes = still.minutes.clamped(to: Self.span)
            return minutes.isEmpty ? nil : Still(minutes: minutes, cause: still.cause)
        }
    }

    /// Reloads a day, on average.
    package var reloadsPerDay: Double { Double(reloadsOfWeek.count) / 7 }

    /// Those that count, a day on average.
    package var countedPerDay: Double { Double(reloadsOfWeek.filter(\.isCounted).count) / 7 }

    /// The most reloads that count in any 24 hours.
    package var mostCounted: Int {
        let counted = reloads.filter(\.isCounted).map(\.minute)
        var first = 0
        var most = 0
        for (index, minute) in counted.enumerated() {
            while counted[first] <= minute - SystemFigures.windowMinutes { first += 1 }
            most = max(most, index - first + 1)
        }
        return most
    }

    /// The share of reloads while the user is asleep, 0 to 1; 0 when there are none.
    package func asleepShare(_ day: UserDay = .usual) -> Double {
        let reloads = reloadsOfWeek
        if reloads.isEmpty { return 0 }
        return Double(reloads.count { day.isAsleep(at: $0.minute) }) / Double(reloads.count)
    }

    /// The minutes in which it stands still on each of the seven days.
    package var stillMinutesByDay: [Int] {
        (1...7).map { day in
            let span = day * UserDay.minutes..<(day + 1) * UserDay.minutes
            return stillsOfWeek.reduce(0) { $0 + $1.minutes.clamped(to: span).count }
        }
    }

    /// The longest time without anything new, whatever the causes; nil when it never stands still.
    package var longestStill: Range<Int>? {
        var longest: Range<Int>?
        var current: Range<Int>?
        for still in stillsOfWeek {
            let start = current?.upperBound == still.minutes.lowerBound ? current?.lowerBound : nil
            let joined = (start ?? still.minutes.lowerBound)..<still.minutes.upperBound
            current = joined
            if joined.count > longest?.count ?? 0 { longest = joined }
        }
        return longest
    }

    /// The day of the seven, 1 to 7, on which it stands still for longest; the last of several, when all has settled.
    package var worstDay: Int {
        let minutes = stillMinutesByDay
        let most = minutes.max() ?? 0
        return 1 + (minutes.lastIndex(of: most) ?? 0)
    }
}
