/// All that is needed to decide for one app, at one revision.
///
/// Immutable; made once and asked often. Flags refer to each other by position, so that a decision looks nothing up
/// by name but the flag or widget that was asked for.
public struct AppConfiguration: Sendable {
    /// The app that all of it belongs to.
    public let app: AppID
    /// The number of the last change that concerned this app; 0 for a configuration that was never stored.
    public let revision: Int64
    /// In the order of their keys.
    public let flags: [Flag]
    /// In the order of their kinds.
    public let widgets: [Widget]
    /// In the order of their revisions; of several that match, the first is the reason.
    public let kills: [Kill]
    /// The manifest of its wallpapers; nil when it has none.
    public let wallpapers: ManifestHash?

    // By the names' texts: dictionaries of one type rather than two, each of which costs a process that starts more than
    // it takes to fill a small one.
    private let flagIndex: [String: Int]
    private let widgetIndex: [String: Int]
    /// For each flag, the positions of its prerequisites.
    let prerequisiteIndex: [[Int]]
    /// For each widget, the positions of the flags that gate it.
    let gateIndex: [[Int]]
    /// For each flag, the positions of the kills that concern it.
    let flagKillIndex: [[Int]]
    /// For each widget, the positions of the kills that concern it.
    let widgetKillIndex: [[Int]]

    /// A configuration out of its parts, in whichever order they come.
    ///
    /// - Throws: ``InvalidValue`` when a name stands twice, when a prerequisite or a gate names a flag that does not
    ///   exist, and when prerequisites form a cycle or exceed ``Flag/prerequisiteLimit``.
    public init(
        app: AppID,
        revision: Int64,
        flags: [Flag],
        widgets: [Widget],
        kills: [Kill],
        wallpapers: ManifestHash? = nil
    ) throws(InvalidValue) {
        self.app = app
        self.revision = revision
        self.flags = flags.sorted { $0.key < $1.key }
        self.widgets = widgets.sorted { $0.kind < $1.kind }
        self.kills = kills.sorted { $0.revision < $1.revision }
        self.wallpapers = wallpapers
        flagIndex = try Self.index(self.flags.map(\.key.text), what: "flag")
        widgetIndex = try Self.index(self.widgets.map(\.kind.text), what: "widget")
        var prerequisiteIndex: [[Int]] = []
        for flag in self.flags {
            let keys = flag.prerequisites.map(\.flag)
            prerequisiteIndex.append(try Self.positions(of: keys, in: flagIndex, wantedBy: flag.key.text))
        }
        self.prerequisiteIndex = prerequisiteIndex
        var gateIndex: [[Int]] = []
        for widget in self.widgets {
            gateIndex.append(try Self.positions(of: widget.flags, in: flagIndex, wantedBy: widget.kind.text))
        }
        self.gateIndex = gateIndex
        let sortedKills = self.kills
        flagKillIndex = self.flags.map { flag in
            sortedKills.indices.filter { sortedKills[$0].concerns(flag.key) }
        }
        widgetKillIndex = self.widgets.map { widget in
            sortedKills.indices.filter { sortedKills[$0].concerns(widget.kind) }
        }
        try PrerequisiteGraph(names: self.flags.map(\.key.text), wanted: prerequisiteIndex).check()
    }

    /// nil when the app has no such flag.
    public func flag(_ key: FlagKey) -> Flag? { position(of: key).map { flags[$0] } }

    /// nil when the app has no such widget.
    public func widget(_ kind: WidgetKind) -> Widget? { position(of: kind).map { widgets[$0] } }

    /// nil when the app has no such flag.
    func position(of key: FlagKey) -> Int? { flagIndex[key.text] }

    /// nil when the app has no such widget.
    func position(of kind: WidgetKind) -> Int? { widgetIndex[kind.text] }

    /// The first moment after `now` at which any rollout changes its share; nil when none will.
    public func nextStage(after now: Instant) -> Instant? {
        flags.compactMap { $0.rollout?.nextStage(after: now)?.from }.min()
    }

    private static func index(_ names: [String], what: String) throws(InvalidValue) -> [String: Int] {
        var index: [String: Int] = [:]
        for (position, name) in names.enumerated() where index.updateValue(position, forKey: name) != nil {
            throw InvalidValue("the \(what) \(name) stands twice")
        }
        return index
    }

    private static func positions(
        of keys: [FlagKey],
        in index: [String: Int],
        wantedBy subject: String
    ) throws(InvalidValue) -> [Int] {
        var positions: [Int] = []
        for key in keys {
            guard let position = index[key.text] else {
                throw InvalidValue("\(subject) names the flag \(key), which does not exist")
            }
            positions.append(position)
        }
        return positions
    }
}
