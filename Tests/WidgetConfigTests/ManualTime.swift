import ConfigPolling
import Foundation
import Rollout
import Synchronization

@testable import WidgetConfig

/// A device whose time passes when a test says so, and whose clock can be set.
final class ManualTime: Sendable {
    private struct Sleeper {
        let until: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var wall = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
        var uptime = Duration.seconds(1_000)
        var sleepers: [Int: Sleeper] = [:]
        var count = 0
        var isCancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    var device: SteadyClock.DeviceTime { state.withLock { .init(wall: $0.wall, uptime: $0.uptime) } }

    /// How long those that sleep still have to, the shortest first.
    var sleeps: [Duration] {
        state.withLock { state in state.sleepers.values.map { $0.until - state.uptime } }.sorted()
    }

    /// Lets time pass.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.uptime += duration
            state.wall = state.wall.adding(duration)
            let due = state.sleepers.filter { $0.value.until <= state.uptime }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Lets the shortest pause pass, if that is what is slept for, and not the time that a poll may take.
    func passPause() {
        let deadlines = [Fetcher.deadline, Fetcher.deadline + .seconds(Rhythm.wait)]
        if let pause = sleeps.first, !deadlines.contains(pause) { advance(by: pause) }
    }

    /// Sets the device's clock, as people do.
    func setClock(ahead duration: Duration) { state.withLock { $0.wall = $0.wall.adding(duration) } }

    func sleep(_ duration: Duration) async throws {
        let id = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.isCancelled.remove(id) != nil { return true }
                    state.sleepers[id] = Sleeper(until: state.uptime + duration, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.isCancelled.insert(id) }
                return sleeper
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }
}
