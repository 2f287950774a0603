/// The day of the user whose widget is simulated.
///
/// Moments are minutes since midnight of the first day, in local time and without a change of the clocks.
package struct UserDay: Equatable, Sendable {
    /// In minutes after midnight, before ``sleepsAt``.
    package let wakesAt: Int
    /// In minutes after midnight; from here on until ``wakesAt`` the device charges.
    package let sleepsAt: Int

    package init(wakesAt: Int, sleepsAt: Int) {
        precondition(0 < wakesAt && wakesAt < sleepsAt && sleepsAt <= Self.minutes)
        self.wakesAt = wakesAt
        self.sleepsAt = sleepsAt
    }

    /// Asleep from 23:00 to 07:00.
    package static let usual = UserDay(wakesAt: 7 * 60, sleepsAt: 23 * 60)

    package static let minutes = 1440

    package func isAsleep(at minute: Int) -> Bool {
        let ofDay = minute % Self.minutes
        return ofDay < wakesAt || ofDay >= sleepsAt
    }

    /// So many moments while the user is awake, evenly spread and away from both ends.
    package func awakeMoments(_ count: Int) -> [Int] {
        Self.spread(count, over: wakesAt..<sleepsAt)
    }

    /// So many moments of a whole day, evenly spread.
    package static func moments(_ count: Int) -> [Int] { spread(count, over: 0..<minutes) }

    /// The middles of so many equal parts.
    private static func spread(_ count: Int, over span: Range<Int>) -> [Int] {
        (0..<count).map { span.lowerBound + (2 * $0 + 1) * span.count / (2 * count) }
    }

    /// `02:10`: the time of day of a moment; `24:00` at the end of a day is `00:00`.
    package static func clock(_ minute: Int) -> String {
        let ofDay = minute % minutes
        return "\(twoDigits(ofDay / 60)):\(twoDigits(ofDay % 60))"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// `6 h 30 min`, `14 h`, `40 min`.
    package static func length(_ minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return "\(rest) min" }
        return rest == 0 ? "\(hours) h" : "\(hours) h \(rest) min"
    }
}
