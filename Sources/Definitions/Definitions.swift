import NearestName
import Rollout
import StrictJSON

/// All apps and flags that exist, read together and checked against each other.
package struct Definitions: Equatable, Sendable {
    package struct App: Equatable, Sendable {
        package let profile: AppProfile
        /// Every flag, with this app's differences, in the order of their keys.
        package let flags: [FlagDefinition]
    }

    /// In the order of their names.
    package let apps: [App]

    /// Reads and checks a set of files.
    ///
    /// - Throws: ``DefinitionsError`` with every fault of every file.
    package init(_ files: [DefinitionFile]) throws(DefinitionsError) {
        let reader = DefinitionsReader(files)
        apps = reader.read()
        let faults = reader.faults
        guard faults.isEmpty else { throw DefinitionsError(faults: faults) }
    }
}

/// The reading of one set of files.
private struct DefinitionsReader {
    private struct Source<ID: Name> {
        let id: ID
        let file: DefinitionFile
        let root: JSONField
    }

    private var apps: [Source<AppID>] = []
    private var flags: [Source<FlagKey>] = []
    private var findings: [(file: String, findings: Findings)] = []

    init(_ files: [DefinitionFile]) {
        for file in files {
            switch file.folder {
            case .apps: if let source = open(file, AppID.init) { apps.append(source) }
            case .flags: if let source = open(file, FlagKey.init) { flags.append(source) }
            }
        }
    }

    var faults: [DefinitionFault] {
        findings.flatMap { file, findings in
            findings.all.map { DefinitionFault(file: file, path: "\($0.path)", message: $0.message) }
        }
    }

    /// Makes a file's text into JSON; its duplicate keys are findings, and what is not JSON at all is the only one.
    private mutating func open<ID>(
        _ file: DefinitionFile,
        _ makeID: (String) throws(InvalidValue) -> ID
    ) -> Source<ID>? {
        let findings = Findings(unknownKeys: .refuse)
        self.findings.append((file.path, findings))
        var id: ID?
        do throws(InvalidValue) {
            id = try makeID(file.name)
        } catch {
            findings.add("the file's name: \(error)", at: .root)
        }
        do throws(JSONError) {
            let (value, duplicates) = try JSON.parse(file.bytes)
            for path in duplicates { findings.add("stands twice", at: path) }
            return id.map { Source(id: $0, file: file, root: JSONField(value, findings: findings)) }
        } catch {
            findings.add(error.description, at: .root)
            return nil
        }
    }

    func read() -> [Definitions.App] {
        let types = readTypes()
        let profiles = apps.compactMap { source in AppProfile(source.root, id: source.id) }
        checkBundleIDs(profiles)
        for flag in flags { checkAppNames(flag) }
        return apps.compactMap { source in
            let definitions = flags.compactMap { flag in
                FlagDefinition(flag.root, key: flag.id, app: source.id, types: types)
            }
            checkPrerequisites(definitions)
            guard let profile = profiles.first(where: { $0.id == source.id }) else { return nil }
            checkGates(source, profile, types)
            checkWidgets(definitions, profile)
            return Definitions.App(profile: profile, flags: definitions)
        }
    }

    /// The type of each flag, however wrong the rest of its file may be.
    private func readTypes() -> [FlagKey: FlagType] {
        var types: [FlagKey: FlagType] = [:]
        for flag in flags {
            guard case .object(let members) = flag.root.value, case .string(let name)? = members["type"] else {
                continue
            }
            types[flag.id] = FlagType(rawValue: name)
        }
        return types
    }

    // MARK: Between files

    private func checkBundleIDs(_ profiles: [AppProfile]) {
        for (index, profile) in profiles.enumerated() {
            guard let other = profiles[..<index].first(where: { $0.bundleID == profile.bundleID }) else {
                continue
            }
            apps.first { $0.id == profile.id }?.root.findings.add(
                "\(profile.bundleID) is the bundle ID of \(other.id) too",
                at: .key(.root, "bundleID")
            )
        }
    }

    private func checkAppNames(_ flag: Source<FlagKey>) {
        guard case .object(let members) = flag.root.value, let value = members["apps"] else { return }
        let field = JSONField(value, path: .key(.root, "apps"), findings: flag.root.findings)
        let known = apps.map(\.id.text)
        for (name, member) in field.members() ?? [] where !known.contains(name) {
            member.report("there is no app of that name\(hint(name, among: known))")
        }
    }

    private func checkGates(_ source: Source<AppID>, _ profile: AppProfile, _ types: [FlagKey: FlagType]) {
        let known = flags.map(\.id.text)
        for widget in profile.widgets.map(\.widget) {
            for (index, key) in widget.flags.enumerated() {
                let list = JSONPath.key(.key(.key(.root, "widgets"), widget.kind.text), "flags")
                let path = JSONPath.index(list, index)
                if !known.contains(key.text) {
                    source.root.findings.add(
                        "there is no flag \(key)\(hint(key.text, among: known))",
                        at: path
                    )
                } else if let type = types[key], type != .boolean {
                    source.root.findings.add(
                        "\(key) is of type \(type.rawValue); only a boolean flag can gate a widget",
                        at: path
                    )
                }
            }
        }
    }

    private func checkWidgets(_ definitions: [FlagDefinition], _ profile: AppProfile) {
        for definition in definitions {
            guard let kind = definition.widget,
                let findings = flags.first(where: { $0.id == definition.key })?.root.findings
            else { continue }
            let path = JSONPath.key(.root, "widget")
            if let widget = profile.widget(kind)?.widget {
                if !widget.flags.contains(definition.key) {
                    findings.add("in \(profile.id) this flag does not gate \(kind)", at: path)
                }
            } else {
                let known = profile.widgets.map(\.widget.kind.text)
                findings.add("\(profile.id) has no widget \(kind)\(hint(kind.text, among: known))", at: path)
            }
        }
    }

    private func checkPrerequisites(_ definitions: [FlagDefinition]) {
        let graph = PrerequisiteGraph(definitions.map { ($0.key, $0.prerequisites.map(\.flag)) })
        for definition in definitions where !definition.prerequisites.isEmpty {
            guard let fault = graph.fault(from: definition.key) else { continue }
            flags.first { $0.id == definition.key }?.root.findings.add(
                fault,
                at: .key(.root, "prerequisites")
            )
        }
    }

    private func hint(_ name: String, among known: [String]) -> String {
        nearestName(to: name, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
    }
}
