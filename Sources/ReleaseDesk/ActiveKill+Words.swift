import LiveState
import Rollout

extension ActiveKill {
    /// "WallpaperLockWidget for locale ja (revision 12 by ana: date glitch)".
    var words: String {
        "\(record.target) for \(record.scope) (revision \(revision) by \(record.actor): \(record.reason))"
    }

    /// The command that lifts exactly this kill, as a shell takes it.
    func restoreCommand(in app: String) -> String {
        var words = ["widgetctl restore \(app)"]
        switch record.target {
        case .app: words.append("--whole-app")
        case .widget(let kind): words.append(kind.text)
        case .families(let kind, let families):
            words.append("\(kind) --family \(families.map(\.rawValue).joined(separator: ","))")
        case .flag(let key): words.append("--flag \(key)")
        }
        let scope = record.scope
        if let locales = scope.locales {
            words.append("--locale \(locales.map(\.description).joined(separator: ","))")
        }
        if let range = scope.appVersions { words.append("--app-version '\(range)'") }
        if let range = scope.osVersions { words.append("--os-version '\(range)'") }
        return words.joined(separator: " ")
    }
}
