import Foundation

/// Which entries a widget's newest timeline has, for the time when it is to keep the one that it showed last.
struct ShownEntries {
    private let key: String
    private let defaults = UserDefaults(suiteName: Wallpapers.group)

    init(kind: String, family: String) {
        key = "shownEntries.\(kind).\(family)"
    }

    /// The dates of their pictures, ascending; empty: it has shown nothing yet.
    var dates: [Date] {
        get { defaults?.array(forKey: key) as? [Date] ?? [] }
        nonmutating set { defaults?.set(newValue, forKey: key) }
    }

    /// The one that is or was on the screen; nil: there is none.
    func last(at now: Date) -> Date? {
        dates.last { $0 <= now } ?? dates.first
    }
}
