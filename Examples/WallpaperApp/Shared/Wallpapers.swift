import ConfigBundle
import Foundation
import Rollout
import WidgetGating

/// What the app and its extension have to agree about.
enum Wallpapers {
    /// As in `Apps/minimal-wallpapers.json`.
    static let app: AppID = name("minimal-wallpapers")
    /// Of the widgets that show wallpapers.
    static let kinds = ["WallpaperHomeWidget", "WallpaperLockWidget"]
    static let group = "group.com.example.minimalwallpapers"

    /// What `widgetctl keys list` prints; the next key as well, before the server changes over to it.
    static let trust = BundleTrust.signed(by: [key("11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")])

    /// Where the app leaves the bundle for the extension.
    static var directory: AppGroupDirectory {
        guard let url = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            fatalError("\(group) is not among the App Groups of this target's entitlements")
        }
        return AppGroupDirectory(path: url.path)
    }

    /// The bundle that came with the app: a resource of both targets.
    static func embedded() -> [UInt8]? {
        guard let url = Bundle.main.url(forResource: "DefaultConfig", withExtension: "json"),
            let data = try? Data(contentsOf: url)
        else { return nil }
        return [UInt8](data)
    }

    /// Names are written in the source, so one that breaks the rule is a mistake that the first launch shows.
    static func name<N: Name>(_ text: String) -> N {
        do { return try N(text) } catch { fatalError("\(error)") }
    }

    private static func key(_ base64: String) -> BundleKey {
        do { return try BundleKey(base64: base64) } catch { fatalError("\(error)") }
    }
}
