import Glibc

/// The signals that concern a program with a terminal of its own, as bytes to read from a descriptor.
///
/// They are taken by a thread that waits for them rather than by handlers, so that whoever reads the bytes may do
/// anything.
final class TerminalSignals {
    /// Those that ask the program to end.
    static let ending: Set<Int32> = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Those besides: to stop and to go on, and that the window has another size.
    private static let others: Set<Int32> = [SIGTSTP, SIGCONT, SIGWINCH]

    /// Where their numbers can be read, a byte each, without waiting.
    let descriptor: Int32
    private let writeEnd: Int32

    /// Holds the signals back in this thread and in all that it starts from now on.
    ///
    /// - Throws: ``FullScreenError`` when the system gives neither descriptors nor a thread.
    init() throws(FullScreenError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw FullScreenError("take signals", errno) }
        (descriptor, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // These cannot fail on a descriptor that is ours.
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        var set = Self.set(Self.ending.union(Self.others))
        // Cannot fail: the arguments are valid. A process in the background is stopped when it changes the terminal's
        // modes, unless it blocks SIGTTOU; here a stop in the midst of that would never end.
        pthread_sigmask(SIG_BLOCK, &set, nil)
        var background = Self.set([SIGTTOU])
        pthread_sigmask(SIG_BLOCK, &background, nil)
        let code = Self.startThread(writingTo: writeEnd)
        guard code == 0 else {
            // Whoever is told of this error shall still be able to end the program.
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            throw FullScreenError("take signals", code)
        }
    }

    /// The next that has come; nil: none.
    func next() -> Int32? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? Int32(byte) : nil
    }

    /// Stops the program as its terminal's user wants it, and returns when it is to go on.
    ///
    /// Where no shell could let it go on, the system passes over the stop, and this returns soon.
    func stop() {
        deliver(SIGTSTP)
        // SIGCONT will be there, and before it, since their numbers are lower, what was to end the program meanwhile.
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, 200)
    }

    /// Ends the program by a signal, so that whoever started it sees what it was.
    func end(by signal: Int32) -> Never {
        // On SIGQUIT the language's runtime would ask the user what to do about a crash.
        Glibc.signal(signal, SIG_DFL)
        deliver(signal)
        // Not reached: the default of each of these signals is to end the process.
        _exit(128 + signal)
    }

    /// To this thread alone, so that the other one does not take it.
    private func deliver(_ signal: Int32) {
        var set = Self.set([signal])
        raise(signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The thread lives as long as the process, and so does what it writes to.
    private static func startThread(writingTo descriptor: Int32) -> Int32 {
        var thread = pthread_t()
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                let descriptor = Int32(Int(bitPattern: argument) - 1)
                var set = TerminalSignals.set(TerminalSignals.ending.union(TerminalSignals.others))
                while true {
                    var signal: Int32 = 0
                    // Cannot fail: the set holds valid signals.
                    sigwait(&set, &signal)
                    var byte = UInt8(signal)
                    // Fails only when thousands have not been read yet.
                    write(descriptor, &byte, 1)
                }
            },
            // A number in the place of an address, one higher since there is none for zero.
            UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1)
        )
        if code == 0 { pthread_detach(thread) }
        return code
    }

    private static func set(_ signals: Set<Int32>) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
