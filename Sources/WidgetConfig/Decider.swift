import ConfigPolling
import Rollout
import WidgetGating

/// All that a decision is made of.
struct Decider: Sendable {
    /// nil: there is nothing to decide by.
    private(set) var configuration: AppConfiguration?
    /// For a context that names no installation.
    var installation: String? {
        didSet { setContext(context) }
    }
    private(set) var context: Context
    var clock: SteadyClock
    /// nil until the launch.
    private var pin: LaunchPin?

    init(for context: Context, clock: SteadyClock) {
        self.context = context
        self.clock = clock
    }

    /// Settles what flags give that apply at the next launch.
    ///
    /// - Parameter configuration: nil: there is nothing to decide by, so that they give their defaults when there is.
    mutating func launch(_ configuration: AppConfiguration?, app: AppID, at now: Instant) {
        // Nothing stands twice in nothing.
        let nothing = try? AppConfiguration(app: app, revision: 0, flags: [], widgets: [], kills: [])
        pin = (configuration ?? nothing).map { LaunchPin($0, launchedAt: now) }
        self.configuration = configuration
        configuration.map { use($0) }
    }

    /// Decides by another bundle from now on.
    mutating func use(_ configuration: AppConfiguration) {
        self.configuration = pin?.applied(to: configuration) ?? configuration
    }

    mutating func setContext(_ context: Context) {
        self.context = context
        if context.installation == nil { self.context.installation = installation }
    }

    func decision(for key: FlagKey, _ device: SteadyClock.DeviceTime) -> Decision? {
        configuration?.decide(key, for: context, at: clock.now(device))
    }

    func decision(
        for kind: WidgetKind,
        in family: WidgetFamily?,
        _ device: SteadyClock.DeviceTime
    ) -> WidgetDecision? {
        var context = context
        if let family { context.family = family }
        return configuration?.decide(kind, for: context, at: clock.now(device))
    }

    /// nil: there is none.
    func timeToNextStage(_ device: SteadyClock.DeviceTime) -> Duration? {
        let now = clock.now(device)
        return configuration?.nextStage(after: now)?.duration(since: now)
    }

    func table(_ device: SteadyClock.DeviceTime) -> DecisionTable {
        DecisionTable(configuration, for: context, at: clock.now(device))
    }
}
