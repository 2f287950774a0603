import LiveState
import RolloutStore

/// Which apps an operation is for.
package enum AppSelection: Equatable, Sendable {
    case all
    /// At least one, as they were written.
    case named([String])

    /// `all` or names.
    package init(_ names: [String]) {
        self = names.contains("all") ? .all : .named(names)
    }

    /// The names of the selected apps, sorted, each once.
    ///
    /// - Throws: ``DeskError`` for an app that is not in the store, and when the store has none.
    func resolve(in reader: any StateReader) throws -> [String] {
        let known = try AppState.apps(in: reader)
        guard !known.isEmpty else {
            throw DeskError.refused("the store has no apps yet; bring them in with `widgetctl apply`")
        }
        switch self {
        case .all: return known
        case .named(let names):
            for name in names where !known.contains(name) {
                throw DeskError.unknown(what: "app", name: name, place: nil, known: known)
            }
            return Set(names).sorted()
        }
    }
}
