import Rollout

/// All decisions for one caller at one moment, to be compared with those of another.
struct DecisionTable: Sendable {
    /// What a widget shows.
    private struct Appearance: Equatable {
        let timeline: Timeline
        let families: [WidgetFamily]
        /// What the families show that are not enabled.
        let fallbacks: [WidgetFamily: Widget.Fallback]
    }

    private let revision: Int64
    private let flags: [FlagKey: Decision]
    private let widgets: [WidgetKind: Appearance]
    private let kills: [Kill]

    /// - Parameter configuration: nil: there is nothing to decide by.
    init(_ configuration: AppConfiguration?, for context: Context, at now: Instant) {
        revision = configuration?.revision ?? 0
        kills = configuration?.kills ?? []
        var flags: [FlagKey: Decision] = [:]
        for flag in configuration?.flags ?? [] {
            flags[flag.key] = configuration?.decide(flag.key, for: context, at: now)
        }
        self.flags = flags
        var widgets: [WidgetKind: Appearance] = [:]
        for widget in configuration?.widgets ?? [] {
            var fallbacks: [WidgetFamily: Widget.Fallback] = [:]
            for family in widget.families {
                var context = context
                context.family = family
                let decision = configuration?.decide(widget.kind, for: context, at: now)
                if decision?.isEnabled == false { fallbacks[family] = widget.whenDisabled }
            }
            widgets[widget.kind] = Appearance(
                timeline: widget.timeline,
                families: widget.families,
                fallbacks: fallbacks
            )
        }
        self.widgets = widgets
    }

    /// What is different in a later one.
    ///
    /// - Parameter wallpapers: The manifest that is new with it.
    func update(to later: DecisionTable, wallpapers: ManifestHash? = nil) -> ConfigUpdate {
        let keys = Set(flags.keys).union(later.flags.keys).sorted()
        let kinds = Set(widgets.keys).union(later.widgets.keys).sorted()
        return ConfigUpdate(
            revision: later.revision,
            flags: keys.filter { flags[$0]?.value != later.flags[$0]?.value }.map {
                ConfigUpdate.FlagChange(key: $0, old: flags[$0], new: later.flags[$0])
            },
            killsBegun: later.kills.filter { !kills.contains($0) },
            killsLifted: kills.filter { !later.kills.contains($0) },
            widgetsToReload: kinds.filter { widgets[$0] != later.widgets[$0] },
            wallpapers: wallpapers
        )
    }
}
