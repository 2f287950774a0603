/// A day of a widget in a few lines of text, a character for each half hour.
package struct DayStrip {
    private let week: SimulatedWeek
    private let userDay: UserDay
    /// The first minute of the day.
    private let start: Int

    /// - Parameter day: 1 to 7, of the week.
    package init(_ week: SimulatedWeek, day: Int, userDay: UserDay = .usual) {
        self.week = week
        self.userDay = userDay
        start = day * UserDay.minutes
    }

    private static let minutes = 30

    private var slots: [Range<Int>] {
        stride(from: start, to: start + UserDay.minutes, by: Self.minutes).map { $0..<$0 + Self.minutes }
    }

    /// `00    03    06 ...`.
    package var hours: String {
        stride(from: 0, to: 24, by: 3).map { ($0 < 10 ? "0\($0)" : "\($0)") + ($0 < 21 ? "    " : "") }
            .joined()
    }

    /// How many reloads each half hour has: `.` none, `+` more than nine.
    package var reloads: String {
        slots.map { slot in
            let count = week.reloads.count { slot.contains($0.minute) }
            return count == 0 ? "." : count > 9 ? "+" : "\(count)"
        }.joined()
    }

    /// What the user sees: `=` fresh throughout, `-` in part, `X` standing still throughout.
    package var content: String {
        slots.map { slot in
            let still = week.stills.reduce(0) { $0 + $1.minutes.clamped(to: slot).count }
            return still == 0 ? "=" : still == Self.minutes ? "X" : "-"
        }.joined()
    }

    /// `z` where the user is asleep.
    package var night: String {
        slots.map { userDay.isAsleep(at: $0.lowerBound) ? "z" : " " }.joined()
    }
}
