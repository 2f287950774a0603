import Foundation
import Rollout
import WidgetGating

extension Rollout.Context {
    /// What is known of this extension and its device, as `Context.device()` says it in the app: the same facts, so
    /// that both decide alike.
    static func `extension`(in directory: AppGroupDirectory) -> Context {
        let info = Bundle.main.infoDictionary
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return Context(
            // nil before the first unlock after a restart: the widget is in no partial rollout then.
            installation: try? InstallationIdentity(in: directory, app: Wallpapers.app).id,
            appVersion: version(info?["CFBundleShortVersionString"]),
            build: version(info?["CFBundleVersion"]),
            osVersion: version("\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"),
            locale: try? LocaleTag(parsing: Locale.current.identifier),
            region: Locale.current.region?.identifier.uppercased(),
            device: model
        )
    }

    private static func version(_ value: Any?) -> Version? {
        (value as? String).flatMap { try? Version(parsing: $0) }
    }

    /// Such as `iPhone15,2`; in a simulator that of the simulated device.
    private static var model: String? {
        if let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] {
            return simulated
        }
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return withUnsafeBytes(of: names.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
