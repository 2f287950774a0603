public import Rollout
import StrictJSON

/// The bundle: one app's configuration as it travels (`Documentation/wire-format.md`).
extension AppConfiguration {
    /// Raised when an older client would misunderstand a newer bundle.
    ///
    /// What older clients may pass over is added without raising it.
    static let bundleFormat: Int64 = 1

    /// The bundle's identity bytes: canonical JSON, so that equal configurations have equal bytes and one
    /// SHA-256.
    public var bundleBytes: [UInt8] {
        let flags = flags.map { ($0.key.text, $0.json) }
        let widgets = widgets.map { ($0.kind.text, $0.json) }
        var bundle: [String: JSON] = [
            "format": .integer(Self.bundleFormat), "app": .string(app.text), "revision": .integer(revision),
            "flags": .object(Dictionary(flags) { first, _ in first }),
            "widgets": .object(Dictionary(widgets) { first, _ in first }),
            "kills": .array(kills.map(\.json)),
        ]
        bundle["wallpapers"] = wallpapers?.json
        return JSON.object(bundle).canonicalBytes
    }

    /// Reads a bundle.
    ///
    /// Keys that this version does not know are passed over, with two exceptions that keep to the safe side: a
    /// rule with an unknown condition matches nobody, and a kill with an unknown scope holds without it. A kill of
    /// something that this version does not know is passed over, lest the other kills be lost with it.
    ///
    /// - Throws: ``BundleError``.
    public init(bundle bytes: [UInt8]) throws(BundleError) {
        let findings = Findings(unknownKeys: .ignore)
        let root = try Self.document(bytes, findings)
        if case .object(let members) = root.value, case .integer(let format)? = members["format"],
            format != Self.bundleFormat
        {
            throw .unknownFormat(format)
        }
        if let configuration = Self.read(root), findings.all.isEmpty {
            self = configuration
            return
        }
        throw BundleError.malformed(findings.all.map { "\($0.path): \($0.message)" })
    }

    private static func document(_ bytes: [UInt8], _ findings: Findings) throws(BundleError) -> JSONField {
        do throws(JSONError) {
            return JSONField(try JSON(parsing: bytes), findings: findings)
        } catch {
            throw .notJSON(error.description)
        }
    }

    private static func read(_ root: JSONField) -> AppConfiguration? {
        let keys = ["format", "app", "revision", "flags", "widgets", "kills", "wallpapers"]
        guard let object = root.object(keys) else { return nil }
        let app = object.required("app")?.parsed(AppID.init)
        let revision = object.required("revision")?.integer(in: 0...Int64.max)
        let flags = object.required("flags")?.members()
        let widgets = object.required("widgets")?.members()
        let kills = object.required("kills").flatMap(read(kills:))
        let wallpapers = object.value("wallpapers", or: nil) { ManifestHash($0).map(Optional.some) }
        guard let app, let revision, let flags, let widgets, let kills, let wallpapers else { return nil }
        do throws(InvalidValue) {
            return try AppConfiguration(
                app: app,
                revision: revision,
                flags: read(flags: flags),
                widgets: widgets.compactMap { name, field in
                    Widget(field, kind: field.parsed(name: name, WidgetKind.init))
                },
                kills: kills,
                wallpapers: wallpapers
            )
        } catch {
            return root.refused(error.description)
        }
    }

    /// The kills of a bundle, without those of things that this version does not know.
    static func read(kills: JSONField) -> [Kill]? {
        kills.elements().map { $0.filter(Kill.isKnown).compactMap { Kill($0) } }
    }

    /// Prerequisites are read by the type of the flag that they name, so the types come first.
    private static func read(flags: [(name: String, field: JSONField)]) -> [Flag] {
        var types: [FlagKey: FlagType?] = [:]
        for (name, field) in flags {
            guard let key = field.parsed(name: name, FlagKey.init), case .object(let members) = field.value,
                case .string(let type)? = members["type"]
            else { continue }
            types[key] = FlagType(rawValue: type)
        }
        return flags.compactMap { name, field in
            field.parsed(name: name, FlagKey.init).flatMap { Flag(field, key: $0, types: types) }
        }
    }
}
