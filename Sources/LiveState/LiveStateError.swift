package import RolloutStore

/// A document in the store that this version cannot read.
package struct LiveStateError: Error, Equatable, Sendable, CustomStringConvertible {
    package let key: StateKey
    package let faults: [String]

    package var description: String {
        "the store's document \(key) cannot be read: \(faults.joined(separator: "; ")); a newer version may have "
            + "written it"
    }
}
