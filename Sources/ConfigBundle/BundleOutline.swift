package import Rollout
import StrictJSON

/// A bundle of which a question reads only those parts that answer it.
///
/// For a widget extension, which decides about one widget and ends: reading all flags of a large bundle takes ten times
/// as long and a hundred times the memory. For the same question both give the same answer.
///
/// Whatever is not asked for may be malformed unnoticed; ``AppConfiguration/init(bundle:)`` reads all.
package struct BundleOutline: Sendable {
    /// Whose it is.
    package let app: AppID
    package let revision: Int64
    /// The manifest of the app's wallpapers; nil when it has none.
    package let wallpapers: ManifestHash?
    private let bytes: [UInt8]
    private let flags: JSONOutline
    private let widgets: JSONOutline
    private let kills: [Kill]

    /// - Parameters:
    ///   - bytes: Of a genuine bundle; the keys may come in any order.
    ///   - app: Whose it must be.
    ///   - revision: Which it must have, since its header says so; nil: any.
    /// - Throws: ``BundleError``, for what is needed whatever the question.
    package init(bundle bytes: [UInt8], of app: AppID, revision: Int64?) throws(BundleError) {
        self.bytes = bytes
        let root = try Self.outline(bytes, nil)
        func part(_ key: String) throws(BundleError) -> Range<Int> {
            guard let range = root[key] else { throw .malformed(["\(key): missing"]) }
            return range
        }
        func read<Value>(_ key: String, _ read: (JSONField) -> Value?) throws(BundleError) -> Value {
            try Self.read(bytes, part(key), .key(.root, key), read)
        }
        let format = try read("format") { $0.integer(in: Int64.min...Int64.max) }
        guard format == AppConfiguration.bundleFormat else { throw .unknownFormat(format) }
        self.app = try read("app") { $0.parsed(AppID.init) }
        guard self.app == app else { throw .wrongApp(found: self.app.text, expected: app) }
        let own = try read("revision") { $0.integer(in: 0...Int64.max) }
        if let revision, revision != own { throw .differentRevisions(header: revision, bundle: own) }
        self.revision = own
        kills = try read("kills", AppConfiguration.read(kills:))
        wallpapers = root["wallpapers"] == nil ? nil : try read("wallpapers") { ManifestHash($0) }
        flags = try Self.outline(bytes, part("flags"))
        widgets = try Self.outline(bytes, part("widgets"))
    }

    /// All that a decision about a widget needs: itself, the flags that gate it, those that they wait for, and the kills.
    ///
    /// - Returns: nil when the app has no such widget.
    /// - Throws: ``BundleError`` when one of these is malformed.
    package func configuration(for kind: WidgetKind) throws(BundleError) -> AppConfiguration? {
        guard let range = widgets[kind.text] else { return nil }
        let widget = try Self.read(bytes, range, .key(.key(.root, "widgets"), kind.text)) {
            Widget($0, kind: kind)
        }
        return try configuration(flags: widget.flags, widgets: [widget])
    }

    /// All that a decision about a flag needs: itself, those that it waits for, and the kills.
    ///
    /// - Returns: nil when the app has no such flag.
    /// - Throws: ``BundleError`` when one of these is malformed.
    package func configuration(for key: FlagKey) throws(BundleError) -> AppConfiguration? {
        guard flags[key.text] != nil else { return nil }
        return try configuration(flags: [key], widgets: [])
    }

    private func configuration(flags keys: [FlagKey], widgets: [Widget]) throws(BundleError)
        -> AppConfiguration
    {
        var documents: [(key: FlagKey, json: JSON)] = []
        for key in keys { try collect(key, into: &documents) }
        // Only those who wait for others ask for types, and dictionaries cost a process that starts.
        var types: [FlagKey: FlagType?] = [:]
        if documents.contains(where: { $0.json.member("prerequisites") != nil }) {
            for (key, json) in documents {
                types[key] = json.member("type")?.string.flatMap(FlagType.init(rawValue:))
            }
        }
        var flags: [Flag] = []
        for (key, json) in documents {
            flags.append(try Self.read(json, Self.path(key)) { Flag($0, key: key, types: types) })
        }
        do throws(InvalidValue) {
            return try AppConfiguration(
                app: app,
                revision: revision,
                flags: flags,
                widgets: widgets,
                kills: kills,
                wallpapers: wallpapers
            )
        } catch {
            throw .malformed([error.description])
        }
    }

    /// Parses a flag and all that it waits for, each once.
    ///
    /// One that does not exist is left to be found missing by the flag that names it.
    private func collect(_ key: FlagKey, into documents: inout [(key: FlagKey, json: JSON)])
        throws(BundleError)
    {
        guard !documents.contains(where: { $0.key == key }), let range = flags[key.text] else { return }
        let json = try Self.document(bytes, range, Self.path(key))
        documents.append((key, json))
        guard case .array(let prerequisites)? = json.member("prerequisites") else { return }
        for prerequisite in prerequisites {
            guard let text = prerequisite.member("flag")?.string, let key = try? FlagKey(text) else {
                continue
            }
            try collect(key, into: &documents)
        }
    }
}

// MARK: - Reading parts

extension BundleOutline {
    private static func path(_ key: FlagKey) -> JSONPath { .key(.key(.root, "flags"), key.text) }

    private static func outline(_ bytes: [UInt8], _ range: Range<Int>?) throws(BundleError) -> JSONOutline {
        do throws(JSONError) {
            return try JSONOutline(of: bytes, in: range)
        } catch {
            throw .notJSON(error.description)
        }
    }

    private static func document(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ path: JSONPath
    ) throws(BundleError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: Array(bytes[range]))
        } catch {
            throw .notJSON("\(path): \(error)")
        }
    }

    private static func read<Value>(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ path: JSONPath,
        _ read: (JSONField) -> Value?
    ) throws(BundleError) -> Value {
        try Self.read(document(bytes, range, path), path, read)
    }

    private static func read<Value>(
        _ document: JSON,
        _ path: JSONPath,
        _ read: (JSONField) -> Value?
    ) throws(BundleError) -> Value {
        let findings = Findings(unknownKeys: .ignore)
        let value = read(JSONField(document, path: path, findings: findings))
        if let value, findings.all.isEmpty { return value }
        throw .malformed(findings.all.map { "\($0.path): \($0.message)" })
    }
}
