import ConfigPolling
import Rollout

extension ConfigClient {
    /// Every change from now on, for one consumer; each that asks gets its own.
    public nonisolated var updates: ConfigUpdates { broadcast.subscribe() }

    /// Tells consumers what has changed since they were last told.
    ///
    /// - Parameters:
    ///   - always: Also when nobody needs to do anything.
    ///   - wallpapers: The manifest that the App Group has only now.
    @discardableResult
    func publish(always: Bool = false, wallpapers: ManifestHash? = nil) -> ConfigUpdate {
        let device = surroundings.deviceTime()
        let new = decider.withLock { $0.table(device) }
        let update = table.update(to: new, wallpapers: wallpapers)
        table = new
        if always || !update.isEmpty { broadcast.send(update) }
        watchStages()
        return update
    }

    /// Has consumers told when the next stage begins: it takes no poll to get there.
    func watchStages() {
        stageWatch?.cancel()
        let device = surroundings.deviceTime()
        guard loop != nil, let pause = decider.withLock({ $0.timeToNextStage(device) }) else { return }
        stageWatch = Task { [sleep = surroundings.sleep, weak self] in
            do { try await sleep(pause) } catch { return }
            await self?.publish()
        }
    }
}
