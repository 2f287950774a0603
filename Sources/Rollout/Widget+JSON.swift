package import StrictJSON

extension Widget {
    package static let keys = ["families", "flags", "timeline", "whenDisabled"]

    /// Reads `{"families", "flags"?, "timeline", "whenDisabled"}`, and passes over `extraKeys`, which the caller
    /// reads itself.
    ///
    /// - Parameter kind: nil when the name could not be read; the rest is read for its findings.
    package init?(_ field: JSONField, kind: WidgetKind?, extraKeys: [String] = []) {
        guard let object = field.object(Self.keys + extraKeys) else { return nil }
        let families: [WidgetFamily]? = object.required("families")?.namedList("widget family")
        let flags = object.value("flags", or: []) { $0.distinctList { $0.parsed(FlagKey.init) } }
        let timeline = object.required("timeline").flatMap(Timeline.init)
        let whenDisabled: Fallback? = object.required("whenDisabled")?.named("fallback")
        guard let kind, let families, let flags, let timeline, let whenDisabled else { return nil }
        self.init(
            kind: kind,
            families: families,
            flags: flags,
            timeline: timeline,
            whenDisabled: whenDisabled
        )
    }

    package var json: JSON {
        var object: [String: JSON] = [
            "families": .strings(families.map(\.rawValue)), "timeline": timeline.json,
            "whenDisabled": .string(whenDisabled.rawValue),
        ]
        if !flags.isEmpty { object["flags"] = .strings(flags) }
        return .object(object)
    }
}
