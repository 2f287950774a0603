import Foundation
import Rollout

/// A date of Foundation's in the words of the gate.
extension Instant {
    init(_ date: Date) { self.init(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1000)) }
}

extension CivilDate {
    /// The user's day in which a moment is; Gregorian, whatever calendar the user prefers.
    init?(_ date: Date) {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        guard let year = parts.year, let month = parts.month, let day = parts.day else { return nil }
        self.init(year: year, month: month, day: day)
    }
}
