import Definitions
import LiveState
package import Rollout

/// What a kill or a restore is about, as it was written.
package struct KillOrder: Equatable, Sendable {
    /// nil: not a widget.
    package var widget: String?
    /// nil: all families; needs a widget.
    package var families: [WidgetFamily]?
    /// nil: not a flag.
    package var flag: String?
    /// For whom.
    package var scope: Kill.Scope

    package init(
        widget: String? = nil,
        families: [WidgetFamily]? = nil,
        flag: String? = nil,
        scope: Kill.Scope = .everyone
    ) {
        self.widget = widget
        self.families = families
        self.flag = flag
        self.scope = scope
    }

    /// The target in an app.
    ///
    /// - Parameter isForAll: Whether all apps are meant, which need not all have every family: then those that the
    ///   app has will do.
    /// - Throws: ``DeskError/unknown(what:name:place:known:)`` for what the app does not have.
    func target(in state: AppState, isForAll: Bool) throws(DeskError) -> Kill.Target {
        if let flag { return .flag(try state.requiredDefinition(flag).key) }
        guard let widget else { return .app }
        let found = try state.requiredWidget(widget)
        guard let families else { return .widget(found.kind) }
        let offered = families.filter(found.families.contains)
        let missing = families.first { !found.families.contains($0) }
        if let missing, !isForAll || offered.isEmpty {
            throw .unknown(
                what: "family",
                name: missing.rawValue,
                place: "\(found.kind) of \(state.profile.id)",
                known: found.families.map(\.rawValue)
            )
        }
        return .families(found.kind, offered)
    }

    /// The target as a kill in force has it, though its widget, family or flag may have gone from the definitions
    /// since; otherwise as ``target(in:isForAll:)`` finds it.
    func targetToRestore(in state: AppState, isForAll: Bool) throws(DeskError) -> Kill.Target {
        if let killed = state.kills.map(\.record.target).first(where: names) { return killed }
        return try target(in: state, isForAll: isForAll)
    }

    private func names(_ target: Kill.Target) -> Bool {
        switch target {
        case .app: widget == nil && flag == nil
        case .flag(let key): key.text == flag
        case .widget(let kind): kind.text == widget && families == nil
        case .families(let kind, let killed): kind.text == widget && families.map(Set.init) == Set(killed)
        }
    }
}
