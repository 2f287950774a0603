import ConfigPolling
import Rollout

extension ConfigClient {
    /// Polls until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            if rhythm.isDue, rhythm.quiet(surroundings.deviceTime().uptime) == nil {
                rhythm.ask()
                await pollInTurn()
            } else {
                await pause()
            }
        }
    }

    private func pause() async {
        let duration = rhythm.pause(surroundings.deviceTime().uptime)
        let isOver = await interruptible { [sleep = surroundings.sleep] in
            do {
                try await sleep(duration)
                return true
            } catch {
                // Cancelled: something else is to be done first.
                return false
            }
        }
        if isOver { rhythm.endPause() }
    }

    private func pollInTurn() async {
        guard let wait = rhythm.wait else {
            _ = await pollOnce()
            return
        }
        let inForce = inForce
        let end = await interruptible { [poller] in
            await poller.poll(inForce.copy, newestRevision: inForce.newestRevision, wait: wait)
        }
        _ = await take(end, about: inForce, isWaited: true)
    }

    /// A poll that is answered at once: one for all who want one meanwhile.
    func pollOnce() async -> RefreshOutcome {
        if let poll { return await poll.value }
        let task = Task {
            let inForce = inForce
            let end = await poller.poll(inForce.copy, newestRevision: inForce.newestRevision, wait: nil)
            return await take(end, about: inForce, isWaited: false)
        }
        poll = task
        let outcome = await task.value
        if poll == task { poll = nil }
        return outcome
    }

    /// - Parameter isWaited: Whether the server has held the answer back until it had something to tell.
    private func take(_ end: PollEnd, about asked: InForce, isWaited: Bool) async -> RefreshOutcome {
        switch end.result {
        case .success(let success):
            rhythm.note(end, surroundings.deviceTime().uptime)
            let outcome = await accept(success, about: asked)
            followWallpapers(spread: isWaited)
            return outcome
        case .failure(let problem) where problem.cause == .stopped:
            // By ourselves, which says nothing about the server.
            return .failed(problem)
        case .failure(let problem):
            rhythm.note(end, surroundings.deviceTime().uptime)
            note(problem)
            return .failed(problem)
        }
    }

    // MARK: - Interruptions

    func setConditions(_ change: (inout PollSchedule.Conditions) -> Void) {
        var conditions = rhythm.conditions
        change(&conditions)
        guard rhythm.set(conditions) else { return }
        interruption?()
    }

    /// Does something that a change of conditions ends early.
    private func interruptible<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async
        -> Result
    {
        let task = Task { await body() }
        interruption = { task.cancel() }
        defer { interruption = nil }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
