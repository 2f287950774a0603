import CommandLineKit
import RefreshBudget

/// Spans and rates in the fewest words.
enum WatchText {
    /// "7 s", "12 min", "3 h 12 min", "2 d 4 h"; of less than nothing "0 s".
    static func span(_ seconds: Int64) -> String {
        let units: [(Int64, String)] = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
        guard let place = units.firstIndex(where: { seconds >= $0.0 }) else { return "0 s" }
        let (count, rest) = seconds.quotientAndRemainder(dividingBy: units[place].0)
        let text = "\(count) \(units[place].1)"
        // Days and hours with the next smaller unit; a minute more or less is no matter to anybody.
        guard place < 2, case let smaller = units[place + 1], rest >= smaller.0 else { return text }
        return "\(text) \(rest / smaller.0) \(smaller.1)"
    }

    /// "12.3 polls/s, 98 % unchanged".
    static func polls(_ rate: PollRate) -> String {
        let share = rate.notModifiedShare.map { ", \(Int(($0 * 100).rounded(.down))) % unchanged" } ?? ""
        return "\(NumberText.grouped(rate.perSecond)) polls/s\(share)"
    }

    /// A text that somebody wrote, as far as it is read at a glance.
    static func brief(_ text: String) -> String { text.sanitised.truncated(toWidth: 120) }
}
