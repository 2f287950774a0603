import Foundation

/// A moment at which dates go wrong.
struct CheckedMoment: Hashable {
    /// Civil time, such as `2026-12-31 23:59`.
    let name: String
    let date: Date

    /// - Parameter time: `HH:mm` on that day, both of the Gregorian calendar and without a time zone.
    init(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 12, _ minute: Int = 4) {
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        guard let date = Self.civil.date(from: parts) else { preconditionFailure("no such moment: \(parts)") }
        self.date = date
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        name = "\(year)-\(two(month))-\(two(day)) \(two(hour)):\(two(minute))"
    }

    /// The day alone.
    var day: String { String(name.prefix(10)) }

    /// Renderings are made in this zone, so that civil time is what is written.
    static let zone: TimeZone = .gmt

    private static let civil: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }()
}

extension CheckedMoment {
    /// A day in autumn, shortly before ten: what samples show.
    static let sample = CheckedMoment(2026, 11, 3, 9, 59)

    /// 11 April, which elsewhere is 4 November.
    static let ambiguous = CheckedMoment(2027, 4, 11)

    /// Days on which fields that look the same on others differ.
    ///
    /// New Year, and the days around it in years where the year of the week is another one; leap day; the day before
    /// and the first of an era (令和); days that can be read as others; and every day of a year, so that the longest
    /// names of months and weekdays meet in every calendar.
    static let days: [CheckedMoment] =
        [
            CheckedMoment(2026, 1, 1), CheckedMoment(2027, 1, 1), CheckedMoment(2024, 12, 29),
            CheckedMoment(2024, 12, 30), CheckedMoment(2024, 12, 31), CheckedMoment(2025, 12, 29),
            CheckedMoment(2025, 12, 30), CheckedMoment(2025, 12, 31), CheckedMoment(2027, 1, 2),
            CheckedMoment(2027, 1, 3), CheckedMoment(2028, 2, 29), CheckedMoment(2019, 4, 30),
            CheckedMoment(2019, 5, 1), CheckedMoment(2027, 4, 11),
        ] + (0..<365).map { CheckedMoment(dayOf2026: $0) }

    /// Times of one day: midnight, noon, the step from 9 to 10, and wide digits.
    static let times: [CheckedMoment] = [
        CheckedMoment(2026, 11, 3, 0, 0), CheckedMoment(2026, 11, 3, 0, 4), CheckedMoment(2026, 11, 3, 3, 5),
        CheckedMoment(2026, 11, 3, 9, 59), CheckedMoment(2026, 11, 3, 10, 0),
        CheckedMoment(2026, 11, 3, 12, 0),
        CheckedMoment(2026, 11, 3, 12, 4), CheckedMoment(2026, 11, 3, 15, 5),
        CheckedMoment(2026, 11, 3, 20, 58),
        CheckedMoment(2026, 11, 3, 22, 58), CheckedMoment(2026, 11, 3, 23, 59),
    ]

    private init(dayOf2026 ordinal: Int) {
        let start = CheckedMoment(2026, 1, 1, 12, 4)
        let date = start.date.addingTimeInterval(Double(ordinal) * 86_400)
        let parts = Self.civil.dateComponents([.month, .day], from: date)
        self.init(2026, parts.month ?? 1, parts.day ?? 1)
    }
}
