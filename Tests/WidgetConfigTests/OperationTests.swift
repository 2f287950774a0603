import Definitions
import ReleaseDesk
import Rollout
import Testing

@testable import WidgetConfig

/// What a release manager can do, each seen by a client: a bundle that clients refuse would cut them off from kills.
@Suite("A client of a server on which all is done that changes bundles", .timeLimit(.minutes(2)))
struct OperationTests {
    /// A change, and what the client then says.
    struct Step: Sendable {
        let name: String
        let operation: @Sendable (AppSelection) throws -> Operation
        var isSeen: @Sendable (ConfigClient) -> Bool = { _ in true }
    }

    private static let switched = "widget_enabled"

    private static let overrides = [
        Step(name: "flag set, a boolean") {
            .setFlag(switched, to: "true", in: $0)
        } isSeen: {
            $0.decision(for: .widgets)?.value == .boolean(true)
        },
        Step(name: "flag set, a string") {
            .setFlag("tap_target", to: "gallery", in: $0)
        } isSeen: {
            $0.string(.tapTarget, or: "") == "gallery"
        },
        Step(name: "flag set, a number") {
            .setFlag("refresh_spacing_minutes", to: "45", in: $0)
        } isSeen: {
            $0.integer(.spacing, or: 0) == 45
        },
        Step(name: "kill while flags are set") {
            .kill(KillOrder(widget: "WallpaperLockWidget"), in: $0)
        } isSeen: {
            $0.decision(for: .lock, in: .accessoryCircular)?.isEnabled == false
        },
        Step(name: "restore") {
            .restore(KillOrder(widget: "WallpaperLockWidget"), everyScope: true, in: $0)
        } isSeen: {
            $0.decision(for: .lock, in: .accessoryCircular)?.isEnabled == true
        },
        Step(name: "flag unset") {
            .unsetFlag(switched, in: $0)
        } isSeen: {
            $0.decision(for: .widgets)?.value == .boolean(false)
        },
    ]

    private static let rollouts = [
        Step(name: "rollout start") {
            .startRollout(of: switched, in: $0, schedule: try Schedule(parsing: "0.0001@0d,100@6d"))
        },
        Step(name: "rollout pause") { .pauseRollout(of: switched, in: $0) },
        Step(name: "rollout resume") { .resumeRollout(of: switched, in: $0) },
        Step(name: "rollout set") { .setRollout(of: switched, to: try Percent(33.3333), in: $0) },
        Step(name: "rollout complete") {
            .completeRollout(of: switched, in: $0)
        } isSeen: {
            $0.decision(for: .widgets)?.value == .boolean(true)
        },
        Step(name: "rollout halt") {
            .haltRollout(of: switched, in: $0)
        } isSeen: {
            $0.decision(for: .widgets)?.value == .boolean(false)
        },
    ]

    private static let kills = [
        Step(name: "a kill for a locale") {
            let scope = Kill.Scope(locales: [try LocaleTag(parsing: "ja")])
            return .kill(KillOrder(widget: "WallpaperLockWidget", scope: scope), in: $0)
        },
        Step(name: "a kill of a family") {
            .kill(KillOrder(widget: "WallpaperLockWidget", families: [.accessoryCircular]), in: $0)
        },
        Step(name: "a kill of a flag") { .kill(KillOrder(flag: switched), in: $0) },
        Step(name: "a kill of the app") { .kill(KillOrder(), in: $0) },
        Step(name: "rollback") { .rollBack(to: 42, in: $0) },
    ]

    @Test("takes each bundle, and gives what was done")
    func everything() async throws {
        let server = try LiveServer()
        let client = try TestDevice(server).launch()
        _ = await client.refresh()
        for step in Self.overrides + Self.rollouts + Self.kills {
            let change = try server.desk.perform(
                step.operation(server.apps),
                .init(reason: "test", allowsRemoval: true, liftsKills: true)
            )
            let revision = try server.served(change)
            let outcome = await client.refresh()
            #expect(outcome.update?.revision == revision, "\(step.name): \(outcome)")
            #expect(step.isSeen(client), "\(step.name)")
        }
    }
}
