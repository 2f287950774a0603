/// Something wrong in one file of definitions.
package struct DefinitionFault: Equatable, Sendable, CustomStringConvertible {
    /// From the root of the definitions: `Flags/widget_enabled.json`.
    package let file: String
    /// Within the file, such as `rollout.stages[2].percent`; empty for the file as a whole.
    package let path: String
    package let message: String

    /// One line, whatever the file holds: control characters, which could move a terminal's cursor or start a new
    /// line, are written as escapes.
    package var description: String {
        let text = [file, path, message].filter { !$0.isEmpty }.joined(separator: ": ")
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}

/// Everything that is wrong with a set of definitions; never empty.
package struct DefinitionsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Sorted by file, apps first, and within a file in the order of reading.
    package let faults: [DefinitionFault]

    /// A line a fault.
    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
