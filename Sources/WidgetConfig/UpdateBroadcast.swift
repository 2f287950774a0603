/// Hands each change to every consumer, and keeps for each one change at most.
final class UpdateBroadcast: Sendable {
    private struct Consumer {
        let doorbell: AsyncStream<Void>.Continuation
        /// What it has not yet taken.
        var pending: ConfigUpdate?
    }

    private struct State {
        var consumers: [Int: Consumer] = [:]
        var count = 0
    }

    private let state = Locked(State())

    deinit { state.withLock { $0.consumers.values.forEach { $0.doorbell.finish() } } }

    /// A new consumer, from now on until nobody has its sequence any more.
    func subscribe() -> ConfigUpdates {
        // One ring is enough, however much has come.
        let (doorbell, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let id = state.withLock { state in
            state.count += 1
            state.consumers[state.count] = Consumer(doorbell: continuation)
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.consumers.removeValue(forKey: id) }
        }
        return ConfigUpdates(doorbell: doorbell) { [weak self] in
            self?.state.withLock { $0.consumers[id]?.pending.take() }
        }
    }

    func send(_ update: ConfigUpdate) {
        state.withLock { state in
            for id in state.consumers.keys {
                let pending = state.consumers[id]?.pending
                state.consumers[id]?.pending = pending?.merged(with: update) ?? update
                state.consumers[id]?.doorbell.yield()
            }
        }
    }
}
