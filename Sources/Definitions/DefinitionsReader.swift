import NearestName
import Rollout
import StrictJSON

/// The reading of one set of files.
///
/// A file that cannot be read whole hides nothing of the others: names count as known by their file, types by what
/// can be read of them.
struct DefinitionsReader {
    let apps: [DefinitionSource<AppID>]
    let flags: [DefinitionSource<FlagKey>]
    /// The type of each flag; nil where it cannot be read.
    let types: [FlagKey: FlagType?]
    private let appNames: Set<String>

    init(_ files: [DefinitionFile]) {
        let files = files.sorted { $0.fileName < $1.fileName }
        apps = files.filter { $0.folder == .apps }.map(DefinitionSource.init)
        flags = files.filter { $0.folder == .flags }.map(DefinitionSource.init)
        let types = flags.compactMap { flag in
            flag.id.map { ($0, flag.member("type")?.string.flatMap(FlagType.init(rawValue:))) }
        }
        appNames = Set(apps.map(\.name))
        self.types = Dictionary(types) { first, _ in first }
    }

    /// What is wrong so far, in the order of the files.
    var faults: [DefinitionFault] {
        let files = apps.map { ($0.path, $0.findings) } + flags.map { ($0.path, $0.findings) }
        let faults = files.flatMap { file, findings in
            findings.all.map { DefinitionFault(file: file, path: "\($0.path)", message: $0.message) }
        }
        guard apps.isEmpty else { return faults }
        let hint = "no app is defined; describe each in a file of its own, such as Apps/my-app.json"
        return [DefinitionFault(file: DefinitionFile.Folder.apps.rawValue, path: "", message: hint)] + faults
    }

    /// The documents of all files that hold one, by folder and name.
    var json: JSON {
        func documents<ID>(_ sources: [DefinitionSource<ID>]) -> JSON {
            let documents = sources.compactMap { source in source.root.map { (source.name, $0) } }
            return .object(Dictionary(documents) { first, _ in first })
        }
        return .object([
            DefinitionFile.Folder.apps.rawValue: documents(apps),
            DefinitionFile.Folder.flags.rawValue: documents(flags),
        ])
    }

    /// The apps that could be read, with the flags that could.
    func read() -> [Definitions.App] {
        let profiles = apps.map { source in source.field.flatMap { AppProfile($0, id: source.id) } }
        let variants = flags.map(readVariants)
        checkUniqueness()
        checkGates()
        checkWidgets()
        checkPrerequisites(variants)
        return profiles.compactMap { profile in
            guard let profile else { return nil }
            let flags = variants.compactMap { $0.definition(for: profile.id.text) }
            return Definitions.App(profile: profile, flags: flags.sorted { $0.key < $1.key })
        }.sorted { $0.profile.id < $1.profile.id }
    }

    /// One flag as the apps have it.
    private struct Variants {
        /// Where no app differs; nil when it cannot be read.
        let common: FlagDefinition?
        /// By name of the app; nil when it cannot be read.
        let differing: [String: FlagDefinition?]

        func definition(for app: String) -> FlagDefinition? { differing[app] ?? common }
    }

    private func readVariants(_ flag: DefinitionSource<FlagKey>) -> Variants {
        guard let field = flag.field else { return Variants(common: nil, differing: [:]) }
        let common = FlagDefinition(field, key: flag.id, types: types)
        guard let apps = flag.member("apps") else { return Variants(common: common, differing: [:]) }
        var differing: [String: FlagDefinition?] = [:]
        for (app, member) in JSONField(apps, path: .key(.root, "apps"), findings: flag.findings).members()
            ?? []
        {
            if !appNames.contains(app) {
                let known = self.apps.compactMap(\.id?.text)
                member.report(
                    "there is no app of that name\(hint(for: app, among: known, in: flag.findings))"
                )
            }
            differing.updateValue(readDifference(flag, field, member.path, app), forKey: app)
        }
        return Variants(common: common, differing: differing)
    }

    /// Reads a flag with one app's differences.
    ///
    /// What is wrong only with them is reported at them, even where it shows elsewhere: a rollout whose value is the
    /// default only in this app is no fault of the rollout.
    private func readDifference(
        _ flag: DefinitionSource<FlagKey>,
        _ field: JSONField,
        _ path: JSONPath,
        _ app: String
    ) -> FlagDefinition? {
        let own = Findings(unknownKeys: .refuse)
        let definition = FlagDefinition(
            JSONField(field.value, findings: own),
            key: flag.id,
            app: app,
            types: types
        )
        for finding in own.all where !flag.findings.contains(finding) {
            if finding.path.isWithin(path) {
                flag.findings.add(finding.message, at: finding.path)
            } else {
                flag.findings.add("with this difference, \(finding.path): \(finding.message)", at: path)
            }
        }
        return definition
    }

    // MARK: Prerequisites

    private func checkPrerequisites(_ variants: [Variants]) {
        let common = PrerequisiteCheck(variants.compactMap(\.common)).faults
        for fault in common { report(fault.message, of: fault.flag, at: .key(.root, "prerequisites")) }
        for app in apps.map(\.name) where variants.contains(where: { $0.differing[app] != nil }) {
            let faults = PrerequisiteCheck(variants.compactMap { $0.definition(for: app) }).faults
            for fault in faults where !common.contains(fault) {
                let own = JSONPath.key(.key(.root, "apps"), app)
                let flag = flags.first { $0.id == fault.flag }
                if flag?.member("apps")?.member(app)?.member("prerequisites") != nil {
                    report(fault.message, of: fault.flag, at: .key(own, "prerequisites"))
                } else {
                    report("in \(app), \(fault.message)", of: fault.flag, at: .key(.root, "prerequisites"))
                }
            }
        }
    }

    private func report(_ message: String, of flag: FlagKey, at path: JSONPath) {
        flags.first { $0.id == flag }?.findings.add(message, at: path)
    }
}
