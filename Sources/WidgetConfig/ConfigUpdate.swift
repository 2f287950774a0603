public import Rollout

/// What has changed for the app since a consumer looked last: by a new bundle, by a stage that was reached, or by
/// another context.
public struct ConfigUpdate: Equatable, Sendable {
    /// A flag that gives another value than before.
    public struct FlagChange: Equatable, Sendable {
        /// Which flag.
        public let key: FlagKey
        /// What it gave before; nil: there was no such flag.
        public let old: Decision?
        /// What it gives now; nil: there is no such flag any more.
        public let new: Decision?
    }

    /// The revision that is now in force.
    public let revision: Int64
    /// The flags that give another value, in the order of their keys.
    public let flags: [FlagChange]
    /// Kills that the bundle before did not have, for whomever they hold.
    public let killsBegun: [Kill]
    /// Kills that the bundle before had, for whomever they held.
    public let killsLifted: [Kill]
    /// The widgets that show something else now in one of their families, or at other times, in the order of their kinds.
    ///
    /// What the App Group holds is new by then. Hand each to `WidgetCenter.shared.reloadTimelines(ofKind:)`.
    public let widgetsToReload: [WidgetKind]
    /// The manifest of wallpapers that the App Group has now instead of another one, or of none; nil: it has what it had.
    ///
    /// Which widgets show wallpapers is known to the app alone, and so is where their pictures are kept. So they are not
    /// among ``widgetsToReload``: fetch first what they will need (``ClientSettings/address(of:)``), and then reload them.
    public let wallpapers: ManifestHash?

    /// Whether nobody needs to do anything, as when a change concerns other installations.
    public var isEmpty: Bool {
        flags.isEmpty && killsBegun.isEmpty && killsLifted.isEmpty && widgetsToReload.isEmpty
            && wallpapers == nil
    }
}

extension ConfigUpdate {
    /// This change and the one after it as one, for a consumer that has seen neither.
    func merged(with next: ConfigUpdate) -> ConfigUpdate {
        var changes = Dictionary(uniqueKeysWithValues: flags.map { ($0.key, $0) })
        for change in next.flags {
            let old = changes[change.key].map(\.old) ?? change.old
            changes[change.key] = FlagChange(key: change.key, old: old, new: change.new)
        }
        return ConfigUpdate(
            revision: next.revision,
            flags: changes.values.filter { $0.old?.value != $0.new?.value }.sorted { $0.key < $1.key },
            killsBegun: killsBegun.filter { !next.killsLifted.contains($0) }
                + next.killsBegun.filter { !killsLifted.contains($0) },
            killsLifted: killsLifted.filter { !next.killsBegun.contains($0) }
                + next.killsLifted.filter { !killsBegun.contains($0) },
            // Also those that show what they showed at first: a reload too many does no harm.
            widgetsToReload: Set(widgetsToReload).union(next.widgetsToReload).sorted(),
            wallpapers: next.wallpapers ?? wallpapers
        )
    }
}
