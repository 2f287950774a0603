public import Rollout

/// What the flags that apply at the next launch were when the app was launched.
///
/// Made once, of the configuration that was in force at launch; then every newer configuration goes through it before
/// anything is decided. A screen that was built by such a flag stays as it was built, whatever is rolled out, set or
/// reached by a stage meanwhile. Kills are always those of the newer configuration: one that comes silences at once,
/// and one that goes gives back what was there at launch.
public struct LaunchPin: Sendable {
    /// As they were at launch, each with the share that its rollout had reached.
    private let pinned: [FlagKey: Flag]

    /// - Parameters:
    ///   - configuration: In force at launch: the kept bundle's, or the embedded one's.
    ///   - now: The moment of the launch on the server's clock.
    public init(_ configuration: AppConfiguration, launchedAt now: Instant) {
        let flags = configuration.flags.filter { $0.applies == .nextLaunch }.map {
            ($0.key, $0.held(at: now))
        }
        pinned = Dictionary(uniqueKeysWithValues: flags)
    }

    /// The configuration to decide by until the next launch.
    ///
    /// Of flags that apply at the next launch it has those of the launch, also of those that the newer one no longer has
    /// or lets apply at once. One that did not exist at launch gives its default until the next.
    ///
    /// - Parameter newer: Of the same app.
    /// - Returns: `newer` itself where both cannot be joined, since the prerequisites of both together would form a cycle
    ///   or too long a row.
    public func applied(to newer: AppConfiguration) -> AppConfiguration {
        guard !pinned.isEmpty || newer.flags.contains(where: { $0.applies == .nextLaunch }) else {
            return newer
        }
        let keys = Set(newer.flags.map(\.key))
        let flags = newer.flags.map { pinned[$0.key] ?? ($0.applies == .nextLaunch ? $0.off : $0) }
        let joined = try? AppConfiguration(
            app: newer.app,
            revision: newer.revision,
            flags: flags + pinned.values.filter { !keys.contains($0.key) },
            widgets: newer.widgets,
            kills: newer.kills,
            wallpapers: newer.wallpapers
        )
        return joined ?? newer
    }
}

extension Flag {
    /// The flag with its rollout at the share that it has reached, for ever.
    fileprivate func held(at now: Instant) -> Flag {
        let rollout = rollout.map { rollout in
            let beginning = Instant(millisecondsSince1970: .min)
            let stage = Stage(from: beginning, percent: rollout.percent(at: now))
            return PhasedRollout(value: rollout.value, salt: rollout.saltText, stages: [stage])
        }
        return copy(status: status, rollout: rollout)
    }

    /// The flag giving its default to everyone.
    fileprivate var off: Flag { copy(status: .off, rollout: rollout) }

    private func copy(status: Status, rollout: PhasedRollout?) -> Flag {
        Flag(
            key: key,
            status: status,
            applies: applies,
            defaultValue: defaultValue,
            prerequisites: prerequisites,
            rules: rules,
            rollout: rollout
        )
    }
}
