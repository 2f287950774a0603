package import Rollout
import StrictJSON

/// How often a widget is reloaded besides by its own timeline, and how its renewals are spread over devices.
package struct RefreshDeclaration: Equatable, Sendable {
    /// Reloads a day that the app asks for while it is in the foreground, 0 to 500; they count against no budget.
    package let foregroundReloadsPerDay: Int
    /// Reloads a day that the app asks for while it is in the background, 0 to 500.
    package let backgroundReloadsPerDay: Int
    /// Reloads a day by WidgetKit push notifications, 0 to 500.
    package let pushReloadsPerDay: Int
    /// Whether the next timeline is due at round times of the clock, which are the same on every device.
    package let onTheClock: Bool
    /// By how many minutes at most each device puts off its next timeline at random, 0 to 1440.
    package let jitterMinutes: Int

    package init(
        foregroundReloadsPerDay: Int = 0,
        backgroundReloadsPerDay: Int = 0,
        pushReloadsPerDay: Int = 0,
        onTheClock: Bool = false,
        jitterMinutes: Int = 0
    ) {
        self.foregroundReloadsPerDay = foregroundReloadsPerDay
        self.backgroundReloadsPerDay = backgroundReloadsPerDay
        self.pushReloadsPerDay = pushReloadsPerDay
        self.onTheClock = onTheClock
        self.jitterMinutes = jitterMinutes
    }

    /// What holds for a widget that declares nothing: the app renews some timelines, and no push does.
    ///
    /// - Parameter timeline: nil when it could not be read.
    package static func standard(for timeline: Timeline?) -> RefreshDeclaration {
        RefreshDeclaration(foregroundReloadsPerDay: timeline?.reloadsOn.isEmpty ?? true ? 0 : 4)
    }
}

extension RefreshDeclaration {
    private static let appKeys = ["foregroundReloadsPerDay", "backgroundReloadsPerDay"]
    private static let timerKeys = ["onTheClock", "jitterMinutes"]
    package static let keys = appKeys + ["pushReloadsPerDay"] + timerKeys

    /// - Parameter timeline: The widget's; nil when it could not be read, and nothing can be held against it.
    init?(_ field: JSONField, timeline: Timeline?) {
        guard let object = field.object(Self.keys) else { return nil }
        let standard = Self.standard(for: timeline)
        let foreground = object.value("foregroundReloadsPerDay", or: standard.foregroundReloadsPerDay) {
            $0.count(in: 0...500)
        }
        let background = object.value("backgroundReloadsPerDay", or: 0) { $0.count(in: 0...500) }
        let pushes = object.value("pushReloadsPerDay", or: 0) { $0.count(in: 0...500) }
        let onTheClock = object.value("onTheClock", or: false) { $0.bool() }
        let jitter = object.value("jitterMinutes", or: 0) { $0.count(in: 0...1440) }
        let agrees = Self.agrees(object, timeline)
        guard let foreground, let background, let pushes, let onTheClock, let jitter, agrees else {
            return nil
        }
        self.init(
            foregroundReloadsPerDay: foreground,
            backgroundReloadsPerDay: background,
            pushReloadsPerDay: pushes,
            onTheClock: onTheClock,
            jitterMinutes: jitter
        )
    }

    /// Whether nothing is there that the timeline's pattern cannot do.
    private static func agrees(_ object: JSONObject, _ timeline: Timeline?) -> Bool {
        guard let timeline else { return true }
        var misplaced: [String] = []
        if timeline.reloadsOn.isEmpty { misplaced += appKeys }
        if timeline.nextTimelineAfterMinutes == nil { misplaced += timerKeys }
        let fields = misplaced.compactMap(object.optional)
        for field in fields {
            field.report("must not be there: the pattern is \(timeline.pattern.rawValue)")
        }
        return fields.isEmpty
    }

    /// What differs from what holds anyway; nil when nothing does.
    func json(for timeline: Timeline) -> JSON? {
        let standard = Self.standard(for: timeline)
        var object: [String: JSON] = [:]
        func add(_ key: String, _ path: KeyPath<RefreshDeclaration, Int>) {
            if self[keyPath: path] != standard[keyPath: path] {
                object[key] = .integer(Int64(self[keyPath: path]))
            }
        }
        add("foregroundReloadsPerDay", \.foregroundReloadsPerDay)
        add("backgroundReloadsPerDay", \.backgroundReloadsPerDay)
        add("pushReloadsPerDay", \.pushReloadsPerDay)
        add("jitterMinutes", \.jitterMinutes)
        if onTheClock { object["onTheClock"] = true }
        return object.isEmpty ? nil : .object(object)
    }
}

extension JSONField {
    /// A whole number within a range.
    func count(in range: ClosedRange<Int64>) -> Int? { integer(in: range).map { Int($0) } }
}
