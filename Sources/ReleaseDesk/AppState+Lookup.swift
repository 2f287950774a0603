import Definitions
import LiveState
import Rollout

extension AppState {
    /// - Throws: ``DeskError`` when there is no such flag.
    func requiredDefinition(_ key: String) throws(DeskError) -> FlagDefinition {
        guard let definition = definitions.first(where: { $0.key.text == key }) else {
            throw .unknown(
                what: "flag",
                name: key,
                place: profile.id.text,
                known: definitions.map(\.key.text)
            )
        }
        return definition
    }

    /// - Throws: ``DeskError`` when there is no such widget.
    func requiredWidget(_ kind: String) throws(DeskError) -> Widget {
        guard let widget = profile.widgets.first(where: { $0.widget.kind.text == kind }) else {
            throw .unknown(
                what: "widget",
                name: kind,
                place: profile.id.text,
                known: profile.widgets.map(\.widget.kind.text)
            )
        }
        return widget.widget
    }

    /// What is wrong when somebody asks for a family that a widget does not have.
    func lacks(_ family: WidgetFamily, _ widget: Widget) -> DeskError {
        .unknown(
            what: "family",
            name: family.rawValue,
            place: "\(widget.kind) of \(profile.id)",
            known: widget.families.map(\.rawValue)
        )
    }

    /// Whether the definitions have what a kill silences.
    func has(_ target: Kill.Target) -> Bool {
        switch target {
        case .app: true
        case .flag(let key): definition(key) != nil
        case .widget(let kind): profile.widget(kind) != nil
        case .families(let kind, let families):
            families.allSatisfy { profile.widget(kind)?.widget.families.contains($0) ?? false }
        }
    }
}
