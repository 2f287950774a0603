package import StrictJSON

extension Timeline {
    package static let keys = [
        "pattern", "entries", "entrySpacingMinutes", "nextTimelineAfterMinutes", "reloadsOn",
    ]

    /// Reads `{"pattern", "entries", "entrySpacingMinutes"?, "nextTimelineAfterMinutes"?, "reloadsOn"?}`; which of
    /// the optional keys must and must not be there follows from the pattern.
    package init?(_ field: JSONField) {
        guard let object = field.object(Self.keys) else { return nil }
        let pattern: Pattern? = object.required("pattern")?.named("timeline pattern")
        let entries = object.required("entries")?.integer(in: 1...1000)
        let spacing = object.value("entrySpacingMinutes", or: nil) { Self.minutes($0, atMost: 1440) }
        let next = object.value("nextTimelineAfterMinutes", or: nil) { Self.minutes($0, atMost: 10_080) }
        let reloads = object.value("reloadsOn", or: []) { $0.distinctList { $0.text(limit: 64) } }
        let agrees = Self.agrees(object, pattern: pattern, entries: entries)
        guard let pattern, let entries, let spacing, let next, let reloads, agrees else { return nil }
        self.init(
            pattern: pattern,
            entries: Int(entries),
            entrySpacingMinutes: spacing,
            nextTimelineAfterMinutes: next,
            reloadsOn: reloads
        )
    }

    /// Whether the keys that are there fit what could be read of the pattern and the count of entries.
    private static func agrees(_ object: JSONObject, pattern: Pattern?, entries: Int64?) -> Bool {
        var agreements: [Bool] = []
        if let entries {
            let why = entries == 1 ? "the timeline has one entry" : "the timeline has \(entries) entries"
            agreements.append(object.agrees("entrySpacingMinutes", isWanted: entries > 1, why))
        }
        if let pattern {
            let why = "the pattern is \(pattern.rawValue)"
            agreements.append(object.agrees("nextTimelineAfterMinutes", isWanted: pattern.hasTimer, why))
            agreements.append(object.agrees("reloadsOn", isWanted: pattern.hasReloads, why))
        }
        if pattern == .static, let entries, entries > 1 {
            object.optional("entries")?.report(
                "must be 1: a static timeline has one entry that never changes"
            )
            agreements.append(false)
        }
        return !agreements.contains(false)
    }

    private static func minutes(_ field: JSONField, atMost most: Int64) -> Int?? {
        field.integer(in: 1...most).map { .some(Int($0)) }
    }

    package var json: JSON {
        var object: [String: JSON] = [
            "pattern": .string(pattern.rawValue), "entries": .integer(Int64(entries)),
        ]
        object["entrySpacingMinutes"] = entrySpacingMinutes.map { .integer(Int64($0)) }
        object["nextTimelineAfterMinutes"] = nextTimelineAfterMinutes.map { .integer(Int64($0)) }
        if !reloadsOn.isEmpty { object["reloadsOn"] = .strings(reloadsOn) }
        return .object(object)
    }
}

extension Timeline.Pattern {
    /// Whether time renews the timeline.
    fileprivate var hasTimer: Bool { self == .timer || self == .timerWithAppReloads }
    /// Whether the app renews the timeline.
    fileprivate var hasReloads: Bool { self == .appDriven || self == .timerWithAppReloads }
}

extension JSONObject {
    /// Adds a finding when a key is there though it must not be, or the other way round.
    fileprivate func agrees(_ key: String, isWanted: Bool, _ why: String) -> Bool {
        guard (optional(key) != nil) != isWanted else { return true }
        field.findings.add((isWanted ? "missing: " : "must not be there: ") + why, at: .key(field.path, key))
        return false
    }
}
