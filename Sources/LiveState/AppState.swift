package import Definitions
package import Rollout
package import RolloutStore
import StrictJSON

/// One app's definitions and live state, at one revision.
package struct AppState: Equatable, Sendable {
    package let profile: AppProfile
    /// In the order of their keys.
    package let definitions: [FlagDefinition]
    package let overrides: [FlagKey: FlagValue]
    package let rollouts: [FlagKey: LiveRollout]
    /// In the order of their revisions.
    package let kills: [ActiveKill]
    /// The manifest of its wallpapers; nil when it has none.
    package let wallpapers: ManifestHash?
    /// The number of the last change that concerned this app.
    package let revision: Int64

    /// nil when the app has no such flag.
    package func definition(_ key: FlagKey) -> FlagDefinition? { definitions.first { $0.key == key } }

    /// What clients are to be told.
    ///
    /// A live override is a rule in front of all others that matches everyone.
    package func configuration() throws(InvalidValue) -> AppConfiguration {
        let flags = definitions.map { definition in
            let override = overrides[definition.key].map {
                Rule(name: AppState.overrideRuleName, conditions: [], value: $0)
            }
            return Flag(
                key: definition.key,
                status: definition.status,
                applies: definition.applies,
                defaultValue: definition.defaultValue,
                prerequisites: definition.prerequisites,
                rules: override.map { [$0] } ?? definition.rules,
                rollout: rollouts[definition.key]?.phased
            )
        }
        return try AppConfiguration(
            app: profile.id,
            revision: revision,
            flags: flags,
            widgets: profile.widgets.map(\.widget),
            kills: kills.map(\.kill),
            wallpapers: wallpapers
        )
    }

    /// The name under which a decision refers to a live override.
    static let overrideRuleName = "override"
}

extension AppState {
    /// Reads one app's state.
    ///
    /// - Returns: nil when the app has no profile: it was never applied, or removed.
    /// - Throws: `StoreError`, or ``LiveStateError`` for documents that are not what they should be.
    package init?(of app: String, from reader: any StateReader) throws {
        var parts: [StateKind: [ParsedDocument]] = [:]
        for document in try reader.documents(app: app) {
            let part = try ParsedDocument(document)
            parts[part.kind, default: []].append(part)
        }
        guard let profile = parts[.app]?.first else { return nil }
        self.profile = try Self.profile(profile, of: app)
        let flags = parts[.flag] ?? []
        let types = try Self.types(of: flags)
        definitions = try flags.map { flag in
            try flag.readFlag { key, field in FlagDefinition(field, key: key, types: types) }
        }
        overrides = try Self.byFlag(parts[.override] ?? []) { key, field in
            types[key]?.flatMap { type in field.object(["value"])?.required("value")?.flagValue(type) }
        }
        rollouts = try Self.byFlag(parts[.rollout] ?? []) { key, field in
            types[key]?.flatMap { type in LiveRollout(field, type: type) }
        }
        kills = try (parts[.kill] ?? []).map { kill in
            ActiveKill(revision: kill.document.revision, record: try kill.read { KillRecord($0) })
        }.sorted { $0.revision < $1.revision }
        wallpapers = try parts[.wallpapers]?.first?.read { ManifestHash($0) }
        revision = try reader.appRevision(app)
    }

    /// An app's profile alone; nil when it has none.
    ///
    /// - Throws: `StoreError`, or ``LiveStateError`` for a document that is not what it should be.
    package static func profile(of app: String, from reader: any StateReader) throws -> AppProfile? {
        try reader.document(.profile(of: app)).map { try profile(ParsedDocument($0), of: app) }
    }

    private static func profile(_ document: ParsedDocument, of app: String) throws(LiveStateError)
        -> AppProfile
    {
        try document.read { field in
            field.parsed(name: app, AppID.init).flatMap { AppProfile(field, id: $0) }
        }
    }

    /// The names of the apps that have a profile, sorted.
    package static func apps(in reader: any StateReader) throws -> [String] {
        try reader.appRevisions().keys.sorted().filter { try reader.document(.profile(of: $0)) != nil }
    }

    private static func types(of flags: [ParsedDocument]) throws(LiveStateError) -> [FlagKey: FlagType?] {
        var types: [FlagKey: FlagType?] = [:]
        for flag in flags {
            let (key, type) = try flag.readFlag { key, field -> (FlagKey, FlagType)? in
                field.value.member("type")?.string.flatMap(FlagType.init(rawValue:)).map { (key, $0) }
            }
            types[key] = type
        }
        return types
    }

    private static func byFlag<Value>(
        _ documents: [ParsedDocument],
        _ read: (FlagKey, JSONField) -> Value?
    ) throws(LiveStateError) -> [FlagKey: Value] {
        var values: [FlagKey: Value] = [:]
        for document in documents {
            let (key, value) = try document.readFlag { key, field in read(key, field).map { (key, $0) } }
            values[key] = value
        }
        return values
    }
}
