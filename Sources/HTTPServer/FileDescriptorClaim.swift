import Glibc
import Synchronization

/// Room for the connections of one server within the process's limit on open files, for as long as this lives.
///
/// What several servers of a process need adds up, as far as the hard limit goes; each must fit it alone.
final class FileDescriptorClaim: Sendable {
    private let count: Int

    /// Of all servers.
    private static let total = Mutex(0)
    /// Beyond connections and threads: standard streams, databases, log files.
    private static let reserve = 64

    /// Makes room for so many connections, the surplus and files that are sent, raising the soft limit as far as needed.
    init(connections: Int, surplus: Int, files: Int, threads: Int) throws(HTTPServerError) {
        // Each thread holds a listening socket, an epoll and both ends of two pipes.
        let count = connections + surplus + files + 6 * threads + Self.reserve
        try Self.total.withLock { total throws(HTTPServerError) in
            try Self.require(count, besides: total, for: connections)
            total += count
        }
        self.count = count
    }

    deinit { Self.total.withLock { $0 -= count } }

    private static func require(
        _ count: Int,
        besides others: Int,
        for connections: Int
    ) throws(HTTPServerError) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { throw error(connections, "the limit cannot be read") }
        guard limit.rlim_max >= rlim_t(count) else {
            throw error(
                connections,
                "that takes \(count) open files, and this process may have \(limit.rlim_max)"
            )
        }
        let wanted = min(rlim_t(count + others), limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        guard setrlimit(resource, &limit) == 0 else {
            throw error(connections, "the limit cannot be raised: \(String(cString: strerror(errno)))")
        }
    }

    private static func error(_ connections: Int, _ cause: String) -> HTTPServerError {
        HTTPServerError(
            operation: "hold",
            subject: "\(connections) connections",
            cause: cause,
            advice: "lower the connection limit, or raise the hard limit (ulimit -Hn, LimitNOFILE=)"
        )
    }
}
