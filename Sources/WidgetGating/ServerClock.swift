public import Rollout

/// Tells the server's time from the device's, by how far apart they were when they were last compared.
///
/// Stages of rollouts are moments on the server's clock, and people set their devices' clocks as they like.
///
/// A device whose clock was set back since then would repeat stages that are over; hence ``notBefore``. One whose
/// clock was set ahead reaches stages early, until the next answer of the server says how far. Nothing else can go
/// wrong by it: kills know no time.
public struct ServerClock: Hashable, Sendable {
    /// How far the server's clock is ahead of the device's, in milliseconds; negative when it is behind.
    public let aheadMilliseconds: Int64
    /// A moment that the server's clock is known to have passed.
    public let notBefore: Instant

    /// - Parameters:
    ///   - server: The `Date` of an answer.
    ///   - device: What the device's clock said when the answer came.
    public init(server: Instant, device: Instant) {
        self.init(
            aheadMilliseconds: server.millisecondsSince1970 - device.millisecondsSince1970,
            notBefore: server
        )
    }

    init(aheadMilliseconds: Int64, notBefore: Instant) {
        self.aheadMilliseconds = aheadMilliseconds
        self.notBefore = notBefore
    }

    /// For a device that never heard of the server: its own clock has to do.
    public static let unknown = ServerClock(
        aheadMilliseconds: 0,
        notBefore: Instant(millisecondsSince1970: .min)
    )

    /// The server's time when the device's clock says `device`.
    public func now(device: Instant) -> Instant {
        let (sum, overflow) = device.millisecondsSince1970.addingReportingOverflow(aheadMilliseconds)
        return max(Instant(millisecondsSince1970: overflow ? device.millisecondsSince1970 : sum), notBefore)
    }
}
