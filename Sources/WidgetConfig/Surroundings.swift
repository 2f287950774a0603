package import ConfigPolling
import Foundation
import Rollout

/// What a client takes from the system that it runs on: time, chance and the network.
package struct Surroundings: Sendable {
    package var deviceTime: @Sendable () -> SteadyClock.DeviceTime
    /// Returns after so long, measured with a clock that nobody sets; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void
    package var generator: any RandomNumberGenerator & Sendable
    package var transport: any Transport

    package init(
        deviceTime: @escaping @Sendable () -> SteadyClock.DeviceTime,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        generator: any RandomNumberGenerator & Sendable,
        transport: any Transport
    ) {
        self.deviceTime = deviceTime
        self.sleep = sleep
        self.generator = generator
        self.transport = transport
    }

    /// The device's own.
    package static func system() -> Surroundings {
        let start = ContinuousClock.now
        return Surroundings(
            deviceTime: {
                let wall = Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 * 1000))
                return .init(wall: wall, uptime: ContinuousClock.now - start)
            },
            // A second sooner or later does not matter, and lets the system wake up for several at once.
            sleep: { try await Task.sleep(for: $0, tolerance: .seconds(1), clock: .continuous) },
            generator: SystemRandomNumberGenerator(),
            transport: URLSessionTransport()
        )
    }

    /// Does something, unless it takes longer than that; then it is cancelled and gives nil.
    ///
    /// - Parameter body: Ends soon after it is cancelled.
    func withDeadline<Value: Sendable>(
        _ deadline: Duration,
        _ body: @escaping @Sendable () async -> Value
    ) async -> Value? {
        await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body() }
            group.addTask { [sleep] in
                // Cancelled, the sleep has no more to say, and neither has this task.
                try? await sleep(deadline)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}
