package import StrictJSON

/// All apps and flags that exist, read together and checked against each other.
package struct Definitions: Equatable, Sendable {
    /// One app, with all flags as it has them.
    package struct App: Equatable, Sendable {
        package let profile: AppProfile
        /// Every flag, with this app's differences, in the order of their keys.
        package let flags: [FlagDefinition]
    }

    /// In the order of their names; at least one.
    package let apps: [App]
    /// The documents themselves, `{"Apps": {"<app>": …}, "Flags": {"<flag>": …}}`, which say the same wherever they
    /// are read again.
    package let json: JSON

    /// Reads and checks a set of files, given in any order.
    ///
    /// - Throws: ``DefinitionsError`` with every fault of every file.
    package init(_ files: [DefinitionFile]) throws(DefinitionsError) {
        let reader = DefinitionsReader(files)
        apps = reader.read()
        json = reader.json
        let faults = reader.faults
        guard faults.isEmpty else { throw DefinitionsError(faults: faults) }
    }

    /// Reads and checks what ``json`` gives.
    ///
    /// - Throws: ``DefinitionsError`` with every fault of every document, as of files.
    package init(_ json: JSON) throws(DefinitionsError) {
        let findings = Findings(unknownKeys: .refuse)
        let folders = JSONField(json, findings: findings).object(
            DefinitionFile.Folder.allCases.map(\.rawValue)
        )
        let files = DefinitionFile.Folder.allCases.flatMap { folder in
            (folders?.required(folder.rawValue)?.members() ?? []).map { name, field in
                DefinitionFile(folder: folder, name: name, bytes: field.value.canonicalBytes)
            }
        }
        guard findings.all.isEmpty else {
            throw DefinitionsError(
                faults: findings.all.map {
                    DefinitionFault(file: "definitions", path: "\($0.path)", message: $0.message)
                }
            )
        }
        try self.init(files)
    }
}
