import CSeccomp
import Glibc

/// A process that was started to do risky work for this one, and that can be lost.
///
/// It finds its end of the connection at descriptor ``socketDescriptor`` and nothing at the standard ones. It is killed
/// and waited for with this value. The thread that starts it must outlive it: the system kills it when that thread
/// ends, so that none outlives a parent that is killed.
package struct WorkerProcess: ~Copyable {
    /// How a process ended.
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// What its memory is, in bytes of resident pages.
    package struct Memory: Equatable, Sendable {
        package let now: Int
        package let peak: Int
    }

    /// Where the worker finds its end of the connection.
    package static let socketDescriptor: Int32 = 3

    package let id: Int32
    package let socket: MessageSocket
    /// nil until it has been waited for.
    private var end: End?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: Without the program's name.
    package init(_ program: String, _ arguments: [String]) throws(WorkerError) {
        let (ours, theirs) = try MessageSocket.pair()
        let result = spawn(program, arguments, socket: theirs)
        close(theirs)
        guard let id = result.id else {
            close(ours)
            throw .system("starting \(program)", code: result.code)
        }
        self.id = id
        socket = MessageSocket(owning: ours)
    }

    deinit { if end == nil { _ = Self.wait(for: id, signal: SIGKILL) } }

    /// Ends it at once and says how it ended, which is by an earlier cause if there was one.
    package mutating func finish() -> End {
        if let end { return end }
        let end = Self.wait(for: id, signal: SIGKILL)
        self.end = end
        return end
    }

    /// Says how it ended, once its end of the connection is gone; a process that lingers is ended.
    package mutating func reap(within patience: Duration) -> End {
        if let end { return end }
        let deadline = ContinuousClock.now + patience
        while ContinuousClock.now < deadline {
            if let end = Self.poll(id) {
                self.end = end
                return end
            }
            usleep(500)
        }
        return finish()
    }

    /// Allows so much more processor time from now on; what takes more is ended by SIGXCPU.
    package func allow(processorTime: Duration) throws(WorkerError) {
        var clock = clockid_t()
        var used = timespec()
        let code = clock_getcpuclockid(id, &clock)
        guard code == 0 else { throw .system("reading a worker's processor time", code: code) }
        guard clock_gettime(clock, &used) == 0 else {
            throw .system("reading a worker's processor time", code: errno)
        }
        // The limit counts whole seconds from the process's start; a part of one is given, never taken.
        let limit = UInt64(used.tv_sec) + UInt64(processorTime.components.seconds) + 1
        guard wr_limit_processor_time(id, limit) == 0 else {
            throw .system("limiting a worker's processor time", code: errno)
        }
    }

    /// Its memory; nil when it is gone.
    package func memory() -> Memory? {
        let file = open("/proc/\(id)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 8192)
        let count = read(file, &text, text.count)
        guard count > 0 else { return nil }
        var kilobytes: [Substring: Int] = [:]
        for line in String(decoding: text[..<count], as: UTF8.self).split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })
            if words.count >= 2, words[0] == "VmRSS" || words[0] == "VmHWM" {
                kilobytes[words[0]] = Int(words[1])
            }
        }
        guard let now = kilobytes["VmRSS"], let peak = kilobytes["VmHWM"] else { return nil }
        return Memory(now: now * 1024, peak: peak * 1024)
    }

    private static func wait(for id: pid_t, signal: Int32) -> End {
        kill(id, signal)
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        return end(status)
    }

    private static func poll(_ id: pid_t) -> End? {
        var status: Int32 = 0
        return waitpid(id, &status, WNOHANG) == id ? end(status) : nil
    }

    /// As `wait(2)` lays a status out: the signal in the lowest 7 bits, else the exit code above the lowest 8.
    private static func end(_ status: Int32) -> End {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}

/// Starts a program with one open descriptor besides the standard ones; its ID, or nil and the failed call's `errno`.
private func spawn(_ program: String, _ arguments: [String], socket: Int32) -> (id: pid_t?, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }
    for (descriptor, flags) in [
        (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
    ] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
    }
    // Also takes the mark off that would close it, even when it has that number already.
    posix_spawn_file_actions_adddup2(&actions, socket, WorkerProcess.socketDescriptor)
    // A process group of its own, so that Control-C reaches the parent alone; and no signal is held back.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var id = pid_t()
    let words = ([program] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    // Nothing of our environment is for a worker. Swift's backtraces are switched off, since making one takes calls
    // that a confined process may not make, so that each crash would look like an attempt to break out.
    let setting = strdup("SWIFT_BACKTRACE=enable=no")
    defer { free(setting) }
    let code = posix_spawn(&id, program, &actions, &attributes, words + [nil], [setting, nil])
    return code == 0 ? (id, 0) : (nil, code)
}
