import Glibc

/// The process's limit on open files, which bounds its connections.
enum FileDescriptorLimit {
    /// Beyond connections and threads: standard streams, databases, log files.
    static let reserve = 64

    /// Makes room for so many connections, the surplus and files that are sent, raising the soft limit as far as needed.
    static func require(connections: Int, surplus: Int, files: Int, threads: Int) throws(HTTPServerError) {
        // Each thread holds a listening socket, an epoll and two pipes.
        let needed = rlim_t(connections + surplus + files + 6 * threads + reserve)
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { throw error(connections, "the limit cannot be read") }
        guard limit.rlim_cur < needed else { return }
        guard limit.rlim_max >= needed else {
            throw error(
                connections,
                "that takes \(needed) open files, and this process may have \(limit.rlim_max)"
            )
        }
        limit.rlim_cur = needed
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
