import Glibc
import Rollout
import Synchronization

/// Counts the wrong tokens of each caller, so that one who tries many is told to stop.
///
/// Whoever has a right token is let in whatever others behind the same address have tried: tokens cannot be guessed, so
/// a lock would keep out nobody but those who share an address with whoever wants them kept out.
final class FailureLimit: Sendable {
    private struct Failures {
        var since: Instant
        var count: Int
    }

    private let callers = Mutex<[String: Failures]>([:])

    /// Wrong tokens that a caller may try within the period.
    static let allowed = 10
    static let periodSeconds: Int64 = 60
    /// Callers that are remembered; beyond, those who began earliest are forgotten.
    static let callerLimit = 1_000

    /// Takes note of a wrong token.
    ///
    /// - Returns: How many seconds the caller should wait; nil while that is not too many.
    func note(_ caller: String, at now: Instant) -> Int64? {
        let caller = Self.network(of: caller)
        return callers.withLock { callers in
            var failures = callers[caller] ?? Failures(since: now, count: 0)
            // A clock that was set back must not keep anyone waiting for longer.
            if !(0..<Self.periodSeconds).contains(now.seconds(since: failures.since)) {
                failures = Failures(since: now, count: 0)
            }
            failures.count += 1
            if callers[caller] == nil, callers.count >= Self.callerLimit {
                let oldest = callers.min { $0.value.since < $1.value.since }
                if let oldest { callers[oldest.key] = nil }
            }
            callers[caller] = failures
            guard failures.count > Self.allowed else { return nil }
            return Self.periodSeconds - now.seconds(since: failures.since)
        }
    }

    /// How many callers are remembered.
    var callerCount: Int { callers.withLock { $0.count } }

    /// An IPv6 caller has 2^64 addresses: the first half of one stands for them all.
    private static func network(of address: String) -> String {
        guard address.contains(":") else { return address }
        var value = in6_addr()
        guard inet_pton(AF_INET6, address, &value) == 1 else { return address }
        return withUnsafeBytes(of: &value) {
            $0.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
        }
    }
}
