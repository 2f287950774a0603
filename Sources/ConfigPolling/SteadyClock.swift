package import Rollout

/// What the server's clock shows, as far as a client can know.
///
/// Stages are instants on the server's clock, and a device's own may be wrong by years, or be set while an app runs. So
/// the time is counted on from the last that is known, with a clock that nobody sets.
package struct SteadyClock: Sendable {
    /// What the device's clocks show at one moment.
    package struct DeviceTime: Equatable, Sendable {
        /// The time and date that the device shows, which anyone may set.
        package var wall: Instant
        /// The time since some moment, such as the start of the device; goes on while it sleeps, and is never set.
        package var uptime: Duration

        package init(wall: Instant, uptime: Duration) {
            self.wall = wall
            self.uptime = uptime
        }
    }

    private var known: (time: Instant, at: Duration)

    /// - Parameters:
    ///   - time: What the server's clock shows, as far as is known before an answer has come.
    ///   - device: The time now.
    package init(_ time: Instant, device: DeviceTime) {
        known = (time, device.uptime)
    }

    /// The server's time at a moment on the device.
    package func now(_ device: DeviceTime) -> Instant { known.time.adding(device.uptime - known.at) }

    /// How far the server's clock is ahead of the device's; negative when it is behind.
    package func offset(_ device: DeviceTime) -> Duration { now(device).duration(since: device.wall) }

    /// Takes the time of an answer that is to be believed.
    ///
    /// An answer tells the time to the second and took its time to come. As long as what is known can be true after
    /// that, it stays, so that the clock does not tremble with every answer.
    ///
    /// - Parameters:
    ///   - time: ``PollAnswer/serverTime``.
    ///   - sent: When the question was asked.
    ///   - received: When its answer had come.
    package mutating func hear(_ time: Instant, sent: DeviceTime, received: DeviceTime) {
        let underWay = max(.zero, received.uptime - sent.uptime)
        let latest = time.adding(.seconds(1) + underWay)
        guard !(time...latest).contains(now(received)) else { return }
        known = (time.adding(.milliseconds(500)), received.uptime)
    }
}
