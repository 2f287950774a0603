import Glibc
import Synchronization
import Threads

/// The signals that concern a program while it has its terminal for itself, as something to wait for.
///
/// They are taken by a thread that waits for them rather than by handlers, so that whoever asks for them may do
/// anything. What the program's starter ignores, as nohup(1) does, stays ignored. From ``close()`` on all do what they
/// did before. To be used by one thread.
final class TerminalSignals {
    /// Those that ask the program to end.
    static let ending: Set<Int32> = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Those besides: to go on, and that the window has another size.
    private static let others: Set<Int32> = [SIGCONT, SIGWINCH]

    /// All that are taken.
    private let taken: Set<Int32>
    private let queue: Queue
    /// What was held back before.
    private let foreignMask: sigset_t
    /// nil once it has ended.
    private var thread: JoinableThread?

    /// Holds the signals back in this thread and in all that it starts from now on.
    ///
    /// - Throws: ``TerminalError`` when the system gives neither descriptors nor a thread.
    init() throws(TerminalError) {
        guard let news = WakeUp() else { throw TerminalError("take signals", errno) }
        queue = Queue(news)
        taken = Self.ending.union([SIGTSTP]).filter { !Self.isIgnored($0) }.union(Self.others)
        // A process in the background is stopped when it changes the terminal's modes, unless it blocks SIGTTOU; here
        // a stop in the midst of that would never end.
        var held = Self.set(taken.union([SIGTTOU]))
        var before = sigset_t()
        // Cannot fail: the arguments are valid.
        pthread_sigmask(SIG_BLOCK, &held, &before)
        foreignMask = before
        do {
            thread = try JoinableThread { [queue, taken] in Self.fill(queue, with: taken) }
        } catch {
            // Whoever is told of this error shall still be able to end the program.
            pthread_sigmask(SIG_SETMASK, &before, nil)
            throw TerminalError("take signals", error.code)
        }
    }

    deinit { close() }

    /// Can be read from when there is a next one; to be used for nothing but waiting.
    var descriptor: Int32 { queue.news.descriptor }

    /// The next that has come; nil: none.
    func next() -> Int32? { queue.next() }

    /// Stops the program as its terminal's user wants it, and returns when it is to go on.
    ///
    /// Where no shell could let it go on, the system passes over the stop, and this returns soon.
    func stop() {
        deliver(SIGTSTP)
        // SIGCONT will be there, and before it, since their numbers are lower, what was to end the program meanwhile.
        _ = queue.news.wait(atMost: .milliseconds(200))
    }

    /// Ends the program by a signal, so that whoever started it sees what it was.
    func end(by signal: Int32) -> Never {
        // On SIGQUIT the language's runtime would ask the user what to do about a crash.
        Glibc.signal(signal, SIG_DFL)
        deliver(signal)
        // Not reached: the default of each of these signals is to end the process.
        _exit(128 + signal)
    }

    /// Lets signals through again; those that nobody has seen yet have their effect now.
    func close() {
        guard let thread else { return }
        self.thread = nil
        queue.end()
        // Only wakes it.
        thread.send(signal: SIGWINCH)
        thread.join()
        while let signal = queue.next() {
            if Self.ending.contains(signal) { end(by: signal) }
            // Has its effect below.
            if signal == SIGTSTP { raise(signal) }
        }
        var before = foreignMask
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// To this thread alone, so that the other one does not take it.
    private func deliver(_ signal: Int32) {
        var set = Self.set([signal])
        raise(signal)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Takes signals until no more are wanted.
    private static func fill(_ queue: Queue, with signals: Set<Int32>) {
        var set = set(signals)
        var signal: Int32 = 0
        // Waiting cannot fail: the set holds valid signals.
        repeat { sigwait(&set, &signal) } while queue.add(signal)
    }

    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        // Cannot fail: the signal exists.
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func set(_ signals: Set<Int32>) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}

/// What has come and was not asked for yet.
private final class Queue: Sendable {
    /// Up while there is something.
    let news: WakeUp
    private let state = Mutex((signals: [Int32](), isOver: false))

    init(_ news: WakeUp) { self.news = news }

    /// Whether more is wanted.
    func add(_ signal: Int32) -> Bool {
        state.withLock { state in
            state.signals.append(signal)
            news.raise()
            return !state.isOver
        }
    }

    func next() -> Int32? {
        state.withLock { state in
            let signal = state.signals.isEmpty ? nil : state.signals.removeFirst()
            if state.signals.isEmpty { news.lower() }
            return signal
        }
    }

    /// The next one to come is the last.
    func end() { state.withLock { $0.isOver = true } }
}
