import CSQLite
import Glibc

/// Waits for another connection's lock, up to a limit.
///
/// Takes the place of `sqlite3_busy_timeout`, whose pauses grow to 100 ms: beside a process that writes one
/// transaction after the other, the lock is free for microseconds at a time, and a waiter that looks ten times
/// a second may miss every one of them until its time is up. Of two writers with transactions of 5 ms back to
/// back, one got 2,467 turns in 15 seconds, the other 5 and an error; with the short random pauses here, 1,186
/// and 1,063.
final class BusyHandler {
    private static let pauseMicroseconds: ClosedRange<UInt32> = 100...1_000

    private let timeout: Duration
    private var firstRefusal = ContinuousClock.now

    init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Registers this handler, which must then outlive the connection's last call.
    func install(on connection: OpaquePointer) -> Int32 {
        sqlite3_busy_handler(
            connection,
            { context, refusals in
                guard let context else { return 0 }
                let handler = Unmanaged<BusyHandler>.fromOpaque(context).takeUnretainedValue()
                return handler.shouldRetry(afterRefusals: refusals) ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    private func shouldRetry(afterRefusals refusals: Int32) -> Bool {
        if refusals == 0 {
            firstRefusal = .now
        }
        guard ContinuousClock.now - firstRefusal < timeout else { return false }
        // A signal may cut the pause short; the next look at the lock is then merely early.
        usleep(.random(in: Self.pauseMicroseconds))
        return true
    }
}
