import Glibc
import Threads

/// This process's terminal, in modes of the program's own.
///
/// The terminal gets its modes back with ``close()``, with the last reference, and whenever the program is stopped or
/// ended by a signal that it can see. One at a time, used by one thread; to be made while there are no other threads,
/// so that all of them leave the signals to it.
final class HeldTerminal {
    /// What the program makes of the terminal.
    struct Manner: Sendable {
        /// Written whenever the terminal is taken.
        let entering: String
        /// Written whenever it is given back.
        let leaving: String
        /// Whether what was typed before it is taken, or is not read when it is given back, is for nobody.
        let discardsInput: Bool
        let setModes: @Sendable (inout termios) -> Void
    }

    /// How long a terminal that takes nothing keeps the program from ending.
    private static let patience: Duration = .seconds(1)

    private let manner: Manner
    private let signals: TerminalSignals
    /// Ours alone, so that reads and writes that do not wait are nobody else's concern.
    private let descriptor: Int32
    /// The modes to restore; nil: the terminal is as it was.
    private var foreignModes: termios?
    /// Whether the terminal is ours; not while others have it since a stop that could not be seen.
    private(set) var isHeld = false

    /// Takes the terminal, or waits with that until the program is in the foreground.
    ///
    /// - Throws: ``TerminalError`` when the process has no terminal.
    init(_ manner: Manner) throws(TerminalError) {
        self.manner = manner
        descriptor = open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TerminalError(TerminalError.opening, errno) }
        do throws(TerminalError) {
            signals = try TerminalSignals()
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        enter()
    }

    deinit {
        close()
        Glibc.close(descriptor)
    }

    /// Columns and rows; nil where the terminal does not know.
    var size: (columns: Int, rows: Int)? {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? (Int(size.ws_col), Int(size.ws_row)) : nil
    }

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - time: How long at most.
    ///   - watched: A descriptor that ends the waiting when there is something to read; negative: none.
    func next(within time: Duration, watching watched: Int32) -> TerminalEvent {
        let end = ContinuousClock.now + time
        while true {
            if let event = takeSignal() { return event }
            if enter() { return .taken }
            var entries = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: watched, events: Int16(POLLIN), revents: 0),
                // What is typed while others have the terminal is for them; that it is gone concerns all.
                pollfd(fd: descriptor, events: isHeld ? Int16(POLLIN) : 0, revents: 0),
            ]
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { return .timeout }
            guard poll(&entries, nfds_t(entries.count), rest.pollMilliseconds) > 0 else { continue }
            if entries[0].revents != 0 { continue }
            if entries[2].revents & Int16(POLLHUP | POLLERR) != 0 { return .ended(signal: SIGHUP) }
            if entries[2].revents != 0, let typed = readKey() { return typed }
            if entries[1].revents != 0 { return .readable }
        }
    }

    /// Writes as much as the terminal takes; what it does not in good time is lost.
    func write(_ text: String) {
        let end = ContinuousClock.now + Self.patience
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                let left = ContinuousClock.now.duration(to: end)
                guard left > .zero else { return }
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, left.pollMilliseconds)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Gives the terminal back, and lets signals through again; again does nothing.
    func close() {
        leave()
        signals.close()
    }

    /// Ends the program by a signal that asked for it.
    func end(by signal: Int32) -> Never {
        leave()
        signals.end(by: signal)
    }
}

// MARK: - Signals and keys

extension HeldTerminal {
    private func takeSignal() -> TerminalEvent? {
        var event: TerminalEvent?
        while let signal = signals.next() {
            switch signal {
            case SIGTSTP:
                leave()
                // What has come meanwhile, an end above all, is looked at before the terminal is taken again.
                signals.stop()
            case SIGCONT where isHeld:
                // It was stopped in a way that it could not see, and whoever had the terminal has set it up for himself.
                isHeld = false
                if enter() { event = .taken }
            case SIGWINCH: event = event ?? .resized
            case _ where TerminalSignals.ending.contains(signal): return .ended(signal: signal)
            default: break
            }
        }
        return isHeld ? event : nil
    }

    private func readKey() -> TerminalEvent? {
        var byte: UInt8 = 0
        return switch read(descriptor, &byte, 1) {
        case 1: .key(byte)
        case 0: .endOfInput
        default: nil
        }
    }
}

// MARK: - Modes

extension HeldTerminal {
    /// Takes the terminal if it is to be had and not taken yet; whether it was.
    @discardableResult
    private func enter() -> Bool {
        guard !isHeld, tcgetpgrp(descriptor) == getpgrp() else { return false }
        // After a stop that could not be seen the first ones still are those to restore: a shell may have kept ours.
        if foreignModes == nil {
            var modes = termios()
            guard tcgetattr(descriptor, &modes) == 0 else { return false }
            foreignModes = modes
        }
        guard var modes = foreignModes else { return false }
        manner.setModes(&modes)
        guard set(modes) else { return false }
        write(manner.entering)
        isHeld = true
        return true
    }

    private func leave() {
        guard isHeld, let modes = foreignModes else { return }
        write(manner.leaving)
        (foreignModes, isHeld) = (nil, false)
        // A terminal that is gone needs nothing any more.
        _ = set(modes)
    }

    private func set(_ modes: termios) -> Bool {
        var modes = modes
        return tcsetattr(descriptor, manner.discardsInput ? TCSAFLUSH : TCSANOW, &modes) == 0
    }
}
