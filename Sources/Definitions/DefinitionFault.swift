/// Something wrong in one file of definitions.
package struct DefinitionFault: Equatable, Sendable, CustomStringConvertible {
    /// From the root of the definitions: `Flags/widget_enabled.json`.
    package let file: String
    /// Within the file, such as `rollout.stages[2].percent`; empty for the file as a whole.
    package let path: String
    package let message: String

    package var description: String {
        [file, path, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}

/// Everything that is wrong with a set of definitions; never empty.
package struct DefinitionsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// In the order of the files, and within each in the order of reading.
    package let faults: [DefinitionFault]

    /// A line a fault.
    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
