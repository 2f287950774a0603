import Definitions
import Foundation
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Synchronization
import TestSupport

/// A desk over a real store in a folder of its own, with a clock that tests set.
final class Desk: Sendable {
    private let directory: TemporaryDirectory
    let store: SQLiteStore
    private let hour = Mutex<Int64>(0)

    /// An empty store.
    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteStore(path: directory.file("rollout.sqlite"), access: .create)
    }

    /// A store with the apps `aurora` and `minimal` of ``Sample``, at hour 0.
    static func open(_ sample: Sample = Sample()) throws -> Desk {
        let desk = try Desk()
        _ = try desk.now.perform(.apply(sample.definitions()), ReleaseDesk.Order())
        return desk
    }

    /// The desk of Ana, at the hour that was last set.
    var now: ReleaseDesk { by("ana") }

    /// The desk so many hours after 2026-12-01T00:00:00Z; time stays there.
    func at(_ hours: Int64) -> ReleaseDesk {
        hour.withLock { $0 = hours }
        return now
    }

    func by(_ actor: String) -> ReleaseDesk {
        ReleaseDesk(store: store, actor: actor) { [self] in Desk.moment(hour.withLock { $0 }) }
    }

    /// So many hours after 2026-12-01T00:00:00Z.
    static func moment(_ hours: Int64) -> Instant {
        Instant(millisecondsSince1970: 1_796_083_200_000).adding(seconds: hours * 3600)
    }

    func state(_ app: String = "aurora") throws -> AppState {
        guard let state = try now.states(of: .named([app])).first else { throw CocoaError(.fileNoSuchFile) }
        return state
    }

    func rollout(_ app: String = "aurora", _ flag: String = "enabled") throws -> LiveRollout? {
        try state(app).rollouts[FlagKey(flag)]
    }

    var revision: Int64 { get throws { try store.revision() } }
}

extension ReleaseDesk.Order {
    static let plain = ReleaseDesk.Order(reason: "because")
    static let dryRun = ReleaseDesk.Order(reason: "because", isDryRun: true)
    static let removing = ReleaseDesk.Order(reason: "because", allowsRemoval: true)
}

/// Definitions of two apps and four flags, to be changed by tests.
struct Sample {
    /// `Apps/<app>.json` by app.
    var apps: [String: JSON]
    /// `Flags/<flag>.json` by flag.
    var flags: [String: JSON]

    init() {
        apps = [
            "aurora": Self.app("Aurora", ["Home": Self.home, "Lock": Self.lock]),
            "minimal": Self.app("Minimal", ["Home": Self.home]),
        ]
        flags = [
            "enabled": [
                "kind": "permission", "type": "boolean", "description": "d", "default": false,
                "rules": [["name": "testers", "when": ["distribution": ["testFlight"]], "value": true]],
            ],
            "spacing": ["kind": "permission", "type": "integer", "description": "d", "default": 30],
            "target": [
                "kind": "permission", "type": "string", "description": "d", "default": "app",
                "prerequisites": [["flag": "enabled", "value": true]],
            ],
            "picks": [
                "kind": "permission", "type": "json", "description": "d", "default": ["a"],
                "rollout": ["value": ["b"], "schedule": "10@0d,50@3d"],
            ],
        ]
    }

    private static func app(_ name: String, _ widgets: JSON) -> JSON {
        let id = name.lowercased()
        return [
            "name": .string(name), "bundleID": .string("com.example.\(id)"),
            "appGroup": .string("group.com.example.\(id)"), "minimumOS": "17", "urlScheme": .string(id),
            "locales": ["en", "ja"], "widgets": widgets,
        ]
    }

    static let home: JSON = [
        "families": ["systemSmall", "systemMedium"], "flags": ["enabled"],
        "timeline": ["pattern": "timer", "entries": 1, "nextTimelineAfterMinutes": 180],
        "whenDisabled": "placeholder",
    ]
    static let lock: JSON = [
        "families": ["accessoryCircular", "accessoryRectangular"], "flags": ["enabled"],
        "timeline": ["pattern": "static", "entries": 1], "whenDisabled": "emblem",
    ]

    /// Replaces, adds or with nil removes a member of a flag.
    mutating func change(_ flag: String, _ member: String, _ value: JSON?) {
        guard case .object(var members)? = flags[flag] else { return }
        members[member] = value
        flags[flag] = .object(members)
    }

    /// Replaces, adds or with nil removes a member of an app.
    mutating func changeApp(_ app: String, _ member: String, _ value: JSON?) {
        guard case .object(var members)? = apps[app] else { return }
        members[member] = value
        apps[app] = .object(members)
    }

    func definitions() throws -> Definitions {
        let files =
            apps.sorted { $0.key < $1.key }.map {
                DefinitionFile(folder: .apps, name: $0.key, bytes: $0.value.canonicalBytes)
            }
            + flags.sorted { $0.key < $1.key }.map {
                DefinitionFile(folder: .flags, name: $0.key, bytes: $0.value.canonicalBytes)
            }
        return try Definitions(files)
    }
}
