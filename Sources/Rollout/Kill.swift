/// Silences something for some or all callers; beats every rule.
public struct Kill: Hashable, Sendable {
    /// What a kill silences.
    public enum Target: Hashable, Sendable {
        /// All widgets and all flags of the app.
        case app
        /// All families of a widget.
        case widget(WidgetKind)
        /// Some families of a widget.
        case families(WidgetKind, [WidgetFamily])
        /// A flag, and with it the widgets that it gates.
        case flag(FlagKey)
    }

    /// What is silenced.
    public let target: Target
    /// For whom.
    public let scope: Scope
    /// The revision of the change that made it, by which people and logs refer to it.
    public let revision: Int64

    /// A kill out of its parts.
    public init(target: Target, scope: Scope, revision: Int64) {
        self.target = target
        self.scope = scope
        self.revision = revision
    }

    /// For whom a kill holds.
    ///
    /// All parts that are given must hold.
    public struct Scope: Hashable, Sendable {
        /// One of these must match, and a caller without a locale is not meant; nil: every locale.
        public var locales: [LocaleTag]?
        /// nil: every version.
        public var appVersions: VersionRange?
        /// nil: every version.
        public var osVersions: VersionRange?

        /// A scope out of its parts; of none: everyone.
        public init(
            locales: [LocaleTag]? = nil,
            appVersions: VersionRange? = nil,
            osVersions: VersionRange? = nil
        ) {
            self.locales = locales
            self.appVersions = appVersions
            self.osVersions = osVersions
        }

        /// No bounds at all.
        public static let everyone = Scope()

        /// Whether a caller is meant.
        public func contains(_ context: Context) -> Bool {
            if let locales {
                guard let locale = context.locale, locales.contains(where: { $0.matches(locale) }) else {
                    return false
                }
            }
            if let appVersions {
                guard let version = context.appVersion, appVersions.contains(version) else { return false }
            }
            if let osVersions {
                guard let version = context.osVersion, osVersions.contains(version) else { return false }
            }
            return true
        }
    }

    /// Whether the kill is about this flag, for whomever.
    func concerns(_ key: FlagKey) -> Bool {
        switch target {
        case .app: true
        case .flag(let killed): killed == key
        case .widget, .families: false
        }
    }

    /// Whether the kill is about this widget, for whomever; kills of its flags are another matter.
    func concerns(_ kind: WidgetKind) -> Bool {
        switch target {
        case .app: true
        case .widget(let killed), .families(let killed, _): killed == kind
        case .flag: false
        }
    }

    /// Whether the kill holds for this caller of what it concerns.
    func holds(for context: Context) -> Bool {
        if case .families(_, let families) = target {
            guard let family = context.family, families.contains(family) else { return false }
        }
        return scope.contains(context)
    }
}

extension Kill.Scope: CustomStringConvertible {
    /// "everyone", or the parts: "locale ja, ko; app version >=2.4".
    public var description: String {
        let parts = [
            locales.map { "locale \($0.map(\.description).joined(separator: ", "))" },
            appVersions.map { "app version \($0)" },
            osVersions.map { "OS version \($0)" },
        ].compactMap(\.self)
        return parts.isEmpty ? "everyone" : parts.joined(separator: "; ")
    }
}

extension Kill.Target: CustomStringConvertible {
    /// "the app", "WallpaperLockWidget", "WallpaperLockWidget (accessoryCircular)", "flag widget_enabled".
    public var description: String {
        switch self {
        case .app: "the app"
        case .widget(let kind): kind.text
        case .families(let kind, let families):
            "\(kind) (\(families.map(\.rawValue).joined(separator: ", ")))"
        case .flag(let key): "flag \(key)"
        }
    }
}
