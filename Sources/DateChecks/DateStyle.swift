import Foundation

/// A style that a definition can name.
enum DateStyle: String, CaseIterable {
    // SwiftUI's `Text(_:style:)`.
    case date, time, relative, offset, timer
    // `Date.FormatStyle`'s dates and times.
    case numeric, abbreviated, long, complete, shortened, standard
    // `DateFormatter.Style`.
    case short, medium, full
    /// "Today" and the like (`doesRelativeDateFormatting`).
    case today

    /// Whether the system keeps the text up to date by itself.
    var isKeptUpToDate: Bool { [.relative, .offset, .timer].contains(self) }

    /// Whether it tells how far a moment is from the present day.
    var isRelativeToDay: Bool { self == .today }

    /// The template that it is short for; nil where it is a style of the formatter's own, or no date at all.
    var template: String? {
        switch self {
        case .date: "yMMMMd"
        case .time, .shortened: "jmm"
        case .standard: "jmmss"
        case .numeric: "yMd"
        case .abbreviated: "yMMMd"
        case .complete: "yMMMMEEEEd"
        case .long, .short, .medium, .full, .today, .relative, .offset, .timer: nil
        }
    }

    /// The formatter's own style of dates; nil where it has none.
    var dateStyle: DateFormatter.Style? {
        switch self {
        case .short: .short
        case .medium, .today: .medium
        case .long: .long
        case .full: .full
        default: nil
        }
    }
}
