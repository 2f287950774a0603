import Foundation

/// Until when a widget's newest timeline goes, for the time when it is to keep what it showed last.
struct ShownUntil {
    private let key: String
    private let defaults = UserDefaults(suiteName: Wallpapers.group)

    init(kind: String, family: String) {
        key = "shownUntil.\(kind).\(family)"
    }

    /// The date of its last entry; nil: it has shown nothing yet.
    var date: Date? {
        get { defaults?.object(forKey: key) as? Date }
        nonmutating set { defaults?.set(newValue, forKey: key) }
    }
}
