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

    /// Reads and checks a set of files, given in any order.
    ///
    /// - Throws: ``DefinitionsError`` with every fault of every file.
    package init(_ files: [DefinitionFile]) throws(DefinitionsError) {
        let reader = DefinitionsReader(files)
        apps = reader.read()
        let faults = reader.faults
        guard faults.isEmpty else { throw DefinitionsError(faults: faults) }
    }
}
