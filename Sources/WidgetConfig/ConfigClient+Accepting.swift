import ConfigBundle
import ConfigPolling
import Rollout
import WidgetGating

extension ConfigClient {
    /// Puts in force what the server has said to be.
    ///
    /// - Parameter asked: What was in force when the question was sent; another answer may have come since.
    func accept(_ success: PollEnd.Success, about asked: InForce) async -> RefreshOutcome {
        let now = hear(success)
        if let news = success.news { return await accept(news, at: now) }
        guard let copy = inForce.copy, copy.entityTag == asked.copy?.entityTag else { return .unchanged }
        inForce.confirmedAt = now
        if !inForce.isEmbedded, !inForce.isKept(at: now, offset: serverTimeOffset) { await keep(copy) }
        publish()
        return .unchanged
    }

    /// The file comes first, so that a widget that is told to reload finds there what it is to show.
    private func accept(_ news: BundleCopy, at now: Instant) async -> RefreshOutcome {
        let newer = await keep(news)
        let copy = newer ?? news
        guard copy.configuration.revision >= inForce.newestRevision ?? 0 else { return .unchanged }
        let isNew = copy.bytes != inForce.copy?.bytes
        inForce.copy = copy
        inForce.isEmbedded = false
        inForce.confirmedAt = newer == nil ? now : inForce.kept?.confirmedAt
        decider.withLock { $0.use(copy.configuration) }
        let update = publish(always: isNew)
        return isNew ? .changed(update) : .unchanged
    }

    /// The server's time.
    private func hear(_ success: PollEnd.Success) -> Instant {
        let device = surroundings.deviceTime()
        return decider.withLock { decider in
            if let time = success.serverTime {
                decider.clock.hear(time, sent: success.sent, received: success.received)
            }
            return decider.clock.now(device)
        }
    }

    /// Writes the App Group file.
    ///
    /// - Returns: The newer bundle that is there and stays, as when the file could not be read at the launch: before
    ///   the device was unlocked, for example.
    @discardableResult
    private func keep(_ copy: BundleCopy) async -> BundleCopy? {
        let device = surroundings.deviceTime()
        let kept = KeptBundle(
            app: settings.app,
            revision: copy.configuration.revision,
            bytes: copy.bytes,
            fields: copy.fields,
            entityTag: copy.entityTag,
            clock: ServerClock(server: decider.withLock { $0.clock.now(device) }, device: device.wall)
        )
        switch await keeper.write(kept) {
        case .success(.written):
            inForce.kept = kept
            return nil
        case .success(.newerStays(let revision)):
            let error = BundleError.olderRevision(kept.revision, newestSeen: revision)
            note(ConfigProblem(fetching: settings.address, .notBelieved(error)))
            guard let newer = await keeper.read(), let copy = try? BundleCopy(newer) else { return nil }
            inForce.kept = newer
            return copy
        case .failure(let error):
            note(ConfigProblem(error))
            return nil
        }
    }

    func note(_ problem: ConfigProblem) {
        let device = surroundings.deviceTime()
        lastProblem = Freshness.Problem(problem: problem, at: decider.withLock { $0.clock.now(device) })
    }
}

extension InForce {
    /// Whether the App Group file holds the copy, and what it says of when it was confirmed and of the server's clock
    /// is still near enough.
    fileprivate func isKept(at now: Instant, offset: Duration) -> Bool {
        guard let kept, kept.bytes == copy?.bytes, kept.fields == copy?.fields else { return false }
        let drift = offset.milliseconds - kept.clock.aheadMilliseconds
        return now.duration(since: kept.confirmedAt) < .seconds(600) && abs(drift) < 2_000
    }
}
