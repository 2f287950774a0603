public import Foundation
public import Rollout

extension Context {
    /// What the system says of the app or extension that runs, and of the device that it runs on.
    ///
    /// The app and its widget extension both decide by it, so that they decide alike. Family, distribution, attributes and
    /// installation are left for the caller to fill in: the last is that of the App Group, which a client fills in by
    /// itself, and an extension out of its `InstallationIdentity`.
    ///
    /// - Parameters:
    ///   - bundle: Whose versions count. An extension has the version of its app, or the App Store refuses it.
    ///   - locale: The one that texts are in.
    public static func device(bundle: Bundle = .main, locale: Locale = .current) -> Context {
        let system = ProcessInfo.processInfo.operatingSystemVersion
        return Context(
            appVersion: version(bundle.infoDictionary?["CFBundleShortVersionString"]),
            build: version(bundle.infoDictionary?["CFBundleVersion"]),
            osVersion: version("\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"),
            locale: try? LocaleTag(parsing: locale.identifier),
            region: locale.region?.identifier.uppercased(),
            device: model
        )
    }

    /// nil when there is none, or none that has an order; then it meets no condition.
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
