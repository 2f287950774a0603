import ConfigBundle
import ConfigPolling
import Rollout
import WidgetGating

/// What a client begins with, out of the App Group and what came with the app.
struct LaunchState {
    let device: SteadyClock.DeviceTime
    private(set) var inForce = InForce()
    private(set) var decider: Decider
    /// The last of those that there were.
    private(set) var problem: Freshness.Problem?

    init(_ settings: ClientSettings, _ file: BundleFile, _ device: SteadyClock.DeviceTime) {
        self.device = device
        let reading = file.read()
        let now = (reading.bundle?.clock ?? .unknown).now(device: device.wall)
        decider = Decider(for: settings.context, clock: SteadyClock(now, device: device))
        for fault in reading.faults { note(ConfigProblem(fault)) }
        if let kept = reading.bundle { use(kept) }
        if inForce.copy == nil, let embedded = settings.embedded { use(embedded, settings.app) }
        decider.launch(inForce.copy?.configuration, app: settings.app, at: now)
        identify(settings)
    }

    private mutating func use(_ kept: KeptBundle) {
        do throws(BundleError) {
            inForce.copy = try BundleCopy(kept)
            inForce.kept = kept
            inForce.confirmedAt = kept.confirmedAt
        } catch {
            note(ConfigProblem(.keep, "the bundle in the App Group", .notBelieved(error)))
        }
    }

    private mutating func use(_ embedded: [UInt8], _ app: AppID) {
        do throws(BundleError) {
            let configuration = try AppConfiguration(bundle: embedded)
            guard configuration.app == app else {
                throw .wrongApp(found: configuration.app.text, expected: app)
            }
            inForce.copy = BundleCopy(bytes: embedded, fields: BundleFields([]), configuration: configuration)
            inForce.isEmbedded = true
        } catch {
            note(ConfigProblem(.use, "the bundle that came with the app", .notBelieved(error)))
        }
    }

    private mutating func identify(_ settings: ClientSettings) {
        do throws(AppGroupError) {
            let identity = try InstallationIdentity(in: settings.directory, app: settings.app)
            decider.installation = identity.id
            if let fault = identity.fault { note(ConfigProblem(fault)) }
        } catch {
            note(ConfigProblem(error))
        }
    }

    private mutating func note(_ problem: ConfigProblem) {
        self.problem = Freshness.Problem(problem: problem, at: decider.clock.now(device))
    }
}

extension BundleCopy {
    /// - Throws: When this version cannot read it, as after the app was put back to an older one.
    init(_ kept: KeptBundle) throws(BundleError) {
        self.init(
            bytes: kept.bytes,
            fields: kept.fields,
            configuration: try AppConfiguration(bundle: kept.bytes)
        )
    }
}
