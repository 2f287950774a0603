import CommandLineKit
import Definitions
import ReleaseDesk
import Rollout

extension Invocation {
    /// What `Apps/` and `Flags/` define.
    func readDefinitions() throws -> Definitions {
        try Definitions(DefinitionFile.all(below: requiredValue(of: .definitions)))
    }

    /// The apps that are defined, or the one of that name.
    ///
    /// - Parameter name: nil: all.
    func definedApps(_ name: String?) throws -> [AppProfile] {
        let apps = try readDefinitions().apps.map(\.profile)
        guard let name else { return apps }
        guard let app = apps.first(where: { $0.id.text == name }) else {
            throw DeskError.unknown(what: "app", name: name, place: nil, known: apps.map(\.id.text))
        }
        return [app]
    }
}

extension Completion {
    /// The apps that are defined, whatever the store has.
    static let definedApps = Completion.computed { call in try call.definedApps(nil).map(\.id.text) }

    /// The kinds of their widgets.
    static let definedWidgets = Completion.computed { call in
        Set(try call.definedApps(nil).flatMap(\.widgets).map(\.widget.kind.text)).sorted()
    }
    /// Their locales.
    static let definedLocales = Completion.computed { call in try call.definedApps(nil).locales }
}

extension [AppProfile] {
    /// Those that any of them declares, each once, in the order of their names.
    var locales: [String] { Set(flatMap(\.locales).map(\.description)).sorted() }
}
