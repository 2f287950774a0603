import Definitions
import LiveState
package import Rollout
import StrictJSON

/// What a kill or a restore is about, as it was written.
package struct KillOrder: Equatable, Sendable {
    /// nil: not a widget.
    package let widget: String?
    /// Each once; nil: all families; needs a widget.
    package let families: [WidgetFamily]?
    /// nil: not a flag.
    package let flag: String?
    /// For whom, each locale once.
    package let scope: Kill.Scope

    package init(
        widget: String? = nil,
        families: [WidgetFamily]? = nil,
        flag: String? = nil,
        scope: Kill.Scope = .everyone
    ) {
        self.widget = widget
        self.families = families?.distinct
        self.flag = flag
        self.scope = Kill.Scope(
            locales: scope.locales?.distinct,
            appVersions: scope.appVersions,
            osVersions: scope.osVersions
        )
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
        if let missing, !isForAll || offered.isEmpty { throw state.lacks(missing, found) }
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

extension KillOrder {
    static let keys = Kill.keys

    /// Reads the members that say whom a kill silences, as ``Kill/keys`` names them, with names as they were written.
    init?(_ object: JSONObject) {
        let scope = Kill.Scope(object)
        guard let name = object.required("target") else { return nil }
        let target = name.oneOf(["app", "widget", "flag"].map { ($0, $0) }, what: "target")
        let widget = target == "widget" ? object.required("widget")?.writtenName() : nil
        let flag = target == "flag" ? object.required("flag")?.writtenName() : nil
        let families = object.value("families", or: nil) { field in
            field.distinctList { $0.named("widget family") }.map(Optional<[WidgetFamily]>.some)
        }
        for (key, wanted) in [("widget", "widget"), ("families", "widget"), ("flag", "flag")]
        where target != nil && target != wanted {
            object.optional(key)?.report("goes with the target \"\(wanted)\", and with no other")
        }
        guard let scope, let target, let families, target != "widget" || widget != nil,
            target != "flag" || flag != nil
        else { return nil }
        self.init(widget: widget, families: families, flag: flag, scope: scope)
    }

    var json: [String: JSON] {
        var object = scope.json
        object["target"] = widget != nil ? "widget" : flag != nil ? "flag" : "app"
        object["widget"] = widget.map(JSON.string)
        object["flag"] = flag.map(JSON.string)
        object["families"] = families.map { .strings($0.map(\.rawValue)) }
        return object
    }
}
