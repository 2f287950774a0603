import LiveState
import Rollout
import RolloutStore
import StrictJSON

/// Which apps an operation is for.
package enum AppSelection: Equatable, Sendable {
    case all
    /// At least one, as they were written, each once.
    case named([String])

    /// `all` or names; one that stands twice counts once.
    package init(_ names: [String]) {
        self = names.contains("all") ? .all : .named(names.distinct)
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

extension AppSelection {
    /// Reads the member `apps`: `"all"`, or the names of some.
    init?(_ object: JSONObject) {
        guard let field = object.required("apps") else { return nil }
        if field.value == "all" {
            self = .all
        } else if let names = field.distinctList({ $0.writtenName() }) {
            self = AppSelection(names)
        } else {
            return nil
        }
    }

    var json: JSON {
        switch self {
        case .all: "all"
        case .named(let names): .strings(names)
        }
    }
}
