import CSeccomp
import Glibc

/// What a worker gives up before it looks at anything from outside.
///
/// From then on it has the descriptors that it was given, memory and processor time, and nothing else: no files, no
/// network, no other processes. An attempt to open a file is refused; any other call that is not on the list ends the
/// process by SIGSYS.
package struct Confinement: Sendable {
    /// The most address space that it may have, in bytes; what is allocated beyond fails.
    package var addressSpaceBytes: Int

    package init(addressSpaceBytes: Int) { self.addressSpaceBytes = addressSpaceBytes }

    /// Confines this process for good.
    ///
    /// - Throws: ``WorkerError`` when the system does not let it; the process must then end.
    package func enter() throws(WorkerError) {
        guard wr_bind_to_parent() == 0 else { throw .system("giving up privileges", code: errno) }
        let limits: [(Int32, Int)] = [
            (Int32(RLIMIT_AS.rawValue), addressSpaceBytes), (Int32(RLIMIT_FSIZE.rawValue), 0),
            (Int32(RLIMIT_NOFILE.rawValue), 16), (Int32(RLIMIT_CORE.rawValue), 0),
        ]
        for (resource, limit) in limits where wr_limit(resource, UInt64(limit)) != 0 {
            throw .system("limiting resources", code: errno)
        }
        try filterCalls()
    }

    /// Memory, threads, time, and what is open already.
    private static let allowed = [
        "read", "readv", "pread64", "preadv", "write", "writev", "lseek", "close", "recvmsg", "sendmsg",
        "recvfrom",
        "sendto", "poll", "ppoll", "fstat", "dup", "mmap", "munmap", "mremap", "mprotect", "madvise", "brk",
        "futex",
        "futex_waitv", "set_robust_list", "rseq", "sched_yield", "sched_getaffinity", "sigaltstack",
        "rt_sigreturn",
        "rt_sigprocmask", "rt_sigaction", "getpid", "gettid", "tgkill", "exit", "exit_group", "clock_gettime",
        "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "getrandom", "getrusage", "sysinfo",
        "restart_syscall",
    ]

    /// Libraries ask for these by habit and go on without.
    private static let refused = [
        "open", "openat", "openat2", "access", "faccessat", "faccessat2", "stat", "lstat", "statx",
        "readlink",
        "readlinkat", "getcwd", "unlink", "unlinkat", "prctl", "prlimit64", "sched_setaffinity",
        "get_mempolicy",
        "fcntl", "ioctl",
    ]

    private func filterCalls() throws(WorkerError) {
        guard let filter = seccomp_init(wr_kill_process) else {
            throw .system("making a filter of system calls", code: ENOMEM)
        }
        defer { seccomp_release(filter) }
        let refuse = wr_refuse(UInt16(EACCES))
        for name in Self.allowed { try add(name) { wr_rule(filter, wr_allow, $0) } }
        for name in Self.refused { try add(name) { wr_rule(filter, refuse, $0) } }
        // A thread, and no process; the newer call, whose arguments a filter cannot see, is said not to exist.
        try add("clone") { wr_rule_if(filter, wr_allow, $0, 0, wr_clone_thread, wr_clone_thread) }
        try add("clone3") { wr_rule(filter, wr_refuse(UInt16(ENOSYS)), $0) }
        // The C library asks for the state of an open file this way; with a name it would look at others.
        let emptyPath: UInt64 = 0x1000
        try add("newfstatat") { wr_rule_if(filter, wr_allow, $0, 3, emptyPath, emptyPath) }
        try add("newfstatat") { wr_rule_if(filter, refuse, $0, 3, emptyPath, 0) }
        let code = seccomp_load(filter)
        guard code == 0 else { throw .system("filtering system calls", code: -code) }
    }

    /// Adds a rule for a call, unless this kind of processor has none of that name.
    private func add(_ name: String, _ rule: (Int32) -> Int32) throws(WorkerError) {
        let call = seccomp_syscall_resolve_name(name)
        guard call >= 0 else { return }
        let code = rule(call)
        guard code == 0 else { throw .system("adding a rule for \(name)", code: -code) }
    }
}
