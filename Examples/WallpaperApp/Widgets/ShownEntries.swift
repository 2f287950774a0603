import Foundation

/// Which pictures a widget's newest timeline has, for the time when it is to keep the one that it showed last.
struct ShownEntries {
    private let key: String
    private let defaults = UserDefaults(suiteName: Wallpapers.group)

    init(kind: String, family: String) {
        key = "shownPictures.\(kind).\(family)"
    }

    /// Takes note of a timeline's pictures, ascending by their dates.
    func note(_ pictures: [(date: Date, name: String)]) {
        defaults?.set(pictures.map(\.date), forKey: "\(key).dates")
        defaults?.set(pictures.map(\.name), forKey: "\(key).names")
    }

    /// The one that is or was on the screen, if its file is still there; nil: there is none.
    func last(at now: Date) -> String? {
        guard let dates = defaults?.array(forKey: "\(key).dates") as? [Date],
            let names = defaults?.array(forKey: "\(key).names") as? [String], dates.count == names.count
        else { return nil }
        let shown = Array(zip(dates, names)).last { $0.0 <= now }?.1 ?? names.first
        return shown.flatMap { Pictures.has($0) ? $0 : nil }
    }
}
