import Definitions
package import LiveState
package import Rollout
import RolloutStore

extension ReleaseDesk {
    /// The state of the selected apps, in the order of their names, from one snapshot.
    package func states(of apps: AppSelection) throws -> [AppState] {
        try store.read { reader in
            try apps.resolve(in: reader).map { try reader.state(of: $0) }
        }
    }

    /// Who gets what and why: one widget, one flag, or everything of an app.
    ///
    /// A widget that is asked for without a family is explained for no family, and for each that fares differently.
    ///
    /// - Parameters:
    ///   - widget: nil: all widgets, unless a flag is named.
    ///   - flag: nil: no flag besides those that gate the widgets, or all of them when no widget is named either.
    ///   - moment: nil: now.
    package func explain(
        app: String,
        widget: String?,
        flag: String?,
        for context: Context,
        at moment: Instant? = nil
    ) throws -> [Explanation] {
        if let error = context.locale.flatMap(DeskError.mistaken) { throw error }
        guard let state = try states(of: .named([app])).first else { return [] }
        let configuration = try state.configuration()
        let now = moment ?? clock()
        var explanations: [Explanation] = []
        let isAll = widget == nil && flag == nil
        let widgets = isAll ? configuration.widgets.map(\.kind.text) : widget.map { [$0] } ?? []
        for found in try widgets.map({ try state.requiredWidget($0) }) {
            let kind = found.kind
            if let family = context.family, !isAll, !found.families.contains(family) {
                throw state.lacks(family, found)
            }
            guard let whole = Explanation(of: kind, for: context, at: now, in: configuration) else {
                continue
            }
            explanations.append(whole)
            guard context.family == nil else { continue }
            // Without a family no kill of a family matches, so those that fare differently are told beside it.
            explanations +=
                configuration.widget(kind)?.families.compactMap { family in
                    var context = context
                    context.family = family
                    let explanation = Explanation(of: kind, for: context, at: now, in: configuration)
                    return explanation?.decision == whole.decision ? nil : explanation
                } ?? []
        }
        let flags = isAll ? configuration.flags.map(\.key.text) : flag.map { [$0] } ?? []
        for key in try flags.map({ try state.requiredDefinition($0).key }) {
            guard let (decision, steps) = configuration.explain(key, for: context, at: now) else { continue }
            explanations.append(
                Explanation(subject: key.text, family: nil, decision: .flag(decision), steps: steps)
            )
        }
        return explanations
    }
}
