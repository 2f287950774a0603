import DateFindings
import Definitions
import Foundation
import NearestName
import Rollout

/// Rules about local times that changes of the clock skip or repeat.
extension DateCase {
    func clockChanges() -> [DateFinding] {
        guard let time = declaration.time else { return [] }
        let zones: [ClockChange.Zone]
        if let name = declaration.zone {
            guard let zone = ClockChange.zone(name) else { return [] }
            zones = [zone]
        } else {
            zones = ClockChange.zones
        }
        return [skipped(time, zones), repeated(time, zones)].compactMap(\.self)
    }

    func unknownZone() -> DateFinding? {
        guard let name = declaration.zone, TimeZone(identifier: name) == nil else { return nil }
        return finding(
            .unknownZone,
            "there is no time zone \"\(name)\""
                + suggestion(for: name, among: TimeZone.knownTimeZoneIdentifiers),
            fix: "name one of the IANA time zones, such as Africa/Cairo"
        )
    }

    private func skipped(_ time: TimeOfDay, _ zones: [ClockChange.Zone]) -> DateFinding? {
        let hits = zones.compactMap { zone in zone.changes.last { $0.skips(time) }.map { (zone.name, $0) } }
        guard let (zone, change) = hits.first else { return nil }
        return finding(
            .skippedTime,
            "there is no \(time) in \(zone) on \(change.day)\(Self.others(hits.count - 1))",
            fix: time.minutes == 0
                ? "take the first moment of the day, `Calendar.startOfDay(for:)`, and not 00:00"
                : "ask for `Calendar.nextDate(after:matching:matchingPolicy: .nextTime)`, and not for \(time)",
            example: example(of: change, at: time, in: zone)
        )
    }

    private func repeated(_ time: TimeOfDay, _ zones: [ClockChange.Zone]) -> DateFinding? {
        let hits = zones.compactMap { zone in
            zone.changes.last { $0.repeats(time) }.map { (zone.name, $0) }
        }
        guard let (zone, change) = hits.first else { return nil }
        return finding(
            .repeatedTime,
            "\(time) comes twice in \(zone) on \(change.day)\(Self.others(hits.count - 1))",
            fix:
                "say which of the two is meant (`repeatedTimePolicy`), and count hours with the calendar and not as "
                + "3,600 seconds",
            example: example(of: change, at: time, in: zone)
        )
    }

    /// What the widget shows in the zone at the moment before the change and at the one after it, which differ by the
    /// shift: the time as it is meant, and as the clocks there have it.
    ///
    /// - Returns: nil where the date shows no time.
    private func example(of change: ClockChange, at time: TimeOfDay, in name: String) -> DateFinding.Example?
    {
        guard let zone = TimeZone(identifier: name),
            let renderer = DateRenderer(format, of: declaration, in: locale, DateSettings(), zone: zone),
            renderer.pattern?.has("hHkK") ?? false
        else { return nil }
        let texts = change.moments(of: time).map { renderer.text(at: $0) }
        return DateFinding.Example(
            text: texts.joined(separator: " / "),
            circumstances:
                "\(change.day) in \(name), at \(time) by the clock before the change and by the one after"
        )
    }

    private static func others(_ count: Int) -> String {
        count == 0 ? "" : count == 1 ? ", and in one other zone" : ", and in \(count) other zones"
    }
}

/// A moment at which a zone's clocks are moved.
struct ClockChange {
    struct Zone {
        let name: String
        /// In order.
        let changes: [ClockChange]
    }

    /// The local day on which the change begins, such as `2027-03-14`.
    let day: String
    /// Local time before the change, in minutes after midnight.
    let from: Int
    /// How far clocks are put forward, in minutes; negative: back.
    let shift: Int
    /// When it happens.
    let instant: Date

    /// The moments at which it is a time on this day by the clock before the change, and by the one after it.
    ///
    /// Of a time that comes twice these are the first and the second; of one that is skipped neither shows it.
    func moments(of time: TimeOfDay) -> [Date] {
        // From the change to the time on the old clock, in minutes; the span may go beyond midnight.
        let start = shift > 0 ? from : from + shift
        let offset = (time.minutes - start + 24 * 60) % (24 * 60) + (start - from)
        return [offset, offset - shift].map { instant.addingTimeInterval(Double($0) * 60) }
    }

    func skips(_ time: TimeOfDay) -> Bool { shift > 0 && hits(time, from: from) }

    func repeats(_ time: TimeOfDay) -> Bool { shift < 0 && hits(time, from: from + shift) }

    /// Whether the time lies in the span that is as long as the shift; it may go beyond midnight.
    private func hits(_ time: TimeOfDay, from start: Int) -> Bool {
        [0, 24 * 60, -24 * 60].contains { (start..<start + abs(shift)).contains(time.minutes + $0) }
    }
}

extension ClockChange {
    /// The years whose changes are looked at: the last that are known of zones that gave them up, and as many to come.
    static let years = 2018...2030

    /// All zones of the IANA database that move their clocks in those years.
    static let zones: [Zone] = TimeZone.knownTimeZoneIdentifiers.compactMap(zone).filter {
        !$0.changes.isEmpty
    }

    /// nil when there is no such zone.
    static func zone(_ name: String) -> Zone? {
        guard let zone = TimeZone(identifier: name) else { return nil }
        var changes: [ClockChange] = []
        var moment = date(year: years.lowerBound)
        let end = date(year: years.upperBound + 1)
        while let next = zone.nextDaylightSavingTimeTransition(after: moment), next > moment, next < end {
            let before = zone.secondsFromGMT(for: next.addingTimeInterval(-1))
            let after = zone.secondsFromGMT(for: next)
            if before != after {
                let local = next.addingTimeInterval(Double(before))
                let parts = gregorian.dateComponents([.year, .month, .day, .hour, .minute], from: local)
                let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
                changes.append(
                    ClockChange(
                        day: "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)",
                        from: (parts.hour ?? 0) * 60 + (parts.minute ?? 0),
                        shift: (after - before) / 60,
                        instant: next
                    )
                )
            }
            moment = next
        }
        return Zone(name: name, changes: changes)
    }

    private static let gregorian: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func date(year: Int) -> Date {
        gregorian.date(from: DateComponents(year: year, month: 1, day: 1)) ?? .distantPast
    }
}
