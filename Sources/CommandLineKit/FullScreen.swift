import Glibc

/// The whole of this process's terminal, for a program that draws on it until it ends.
///
/// The terminal gets back what it showed, its modes and its cursor with ``close()``, with the last reference, and
/// whenever the program is stopped or ended by a signal that it can see. One at a time, used by one thread; to be made
/// before other threads are started, so that they leave the signals to it.
///
/// It speaks ECMA-48 and xterm's private modes 1049 (alternate screen), 25 (cursor) and 7 (wrapping).
package final class FullScreen {
    /// What has happened.
    package enum Event: Equatable, Sendable {
        /// A byte was typed.
        case key(UInt8)
        /// What is on the screen has to be drawn again: it has another size, or the program was away.
        case redraw
        /// There is something to read from the descriptor that is watched.
        case readable
        /// Whoever may has asked the program to end: ``end(by:)`` after ``close()``.
        case ended(signal: Int32)
        /// Nothing.
        case timeout
    }

    /// Columns and rows; at least 1 each.
    package struct Size: Equatable, Sendable {
        package let columns: Int
        package let rows: Int
    }

    static let entering = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J"
    // What no alternate screen was put in front of is at least left empty.
    static let leaving = "\u{1B}[2J\u{1B}[H\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// How long a terminal that takes nothing keeps the program from ending.
    private static let patience: Duration = .seconds(1)

    private let signals: TerminalSignals
    /// Ours alone, so that reads and writes that do not wait are nobody else's concern.
    private let descriptor: Int32
    /// The modes to restore; nil: the terminal is as it was.
    private var foreignModes: termios?
    /// Whether the terminal is ours to draw on; not while others have it since a stop that could not be seen.
    private var isShown = false

    /// Shows an empty screen, or waits with that until the program is in the foreground.
    ///
    /// - Throws: ``FullScreenError`` when the process has no terminal.
    package init() throws(FullScreenError) {
        descriptor = open("/dev/tty", O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FullScreenError(FullScreenError.opening, errno) }
        do throws(FullScreenError) {
            signals = try TerminalSignals()
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        enter()
    }

    deinit {
        leave()
        Glibc.close(descriptor)
    }

    /// The present size; 80 columns and 24 rows where the terminal does not know.
    package var size: Size {
        var size = winsize()
        let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? Size(columns: Int(size.ws_col), rows: Int(size.ws_row)) : Size(columns: 80, rows: 24)
    }

    /// Puts lines on the screen, from the top, in the place of all that was there.
    ///
    /// - Parameter lines: Sanitised, but for styles; what goes beyond the right or lower edge is not seen.
    package func show(_ lines: [String]) {
        guard isShown else { return }
        var text = ""
        let shown = lines.prefix(size.rows)
        for (row, line) in shown.enumerated() {
            // Erased first: after a full line the cursor stands on its last character.
            text += "\u{1B}[\(row + 1);1H\u{1B}[2K\(line)"
        }
        if shown.count < size.rows { text += "\u{1B}[\(shown.count + 1);1H\u{1B}[J" }
        write(text)
    }

    /// Waits for the next event.
    ///
    /// - Parameters:
    ///   - time: How long at most.
    ///   - watched: A descriptor that ends the waiting when there is something to read.
    package func next(within time: Duration, watching watched: Int32) -> Event {
        let end = ContinuousClock.now + time
        while true {
            if let event = takeSignal() { return event }
            if enter() { return .redraw }
            var entries = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: watched, events: Int16(POLLIN), revents: 0),
                // What is typed while others have the terminal is for them.
                pollfd(fd: isShown ? descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            let rest = ContinuousClock.now.duration(to: end)
            guard rest > .zero else { return .timeout }
            guard poll(&entries, nfds_t(entries.count), rest.milliseconds) > 0 else { continue }
            if entries[0].revents != 0 { continue }
            if entries[2].revents & Int16(POLLHUP | POLLERR) != 0 { return .ended(signal: SIGHUP) }
            if entries[2].revents != 0, let key = readKey() { return key }
            if entries[1].revents != 0 { return .readable }
        }
    }

    /// Gives the terminal back; again does nothing.
    package func close() { leave() }

    /// Ends the program by a signal that asked for it.
    package func end(by signal: Int32) -> Never {
        leave()
        signals.end(by: signal)
    }
}

// MARK: - Signals and keys

extension FullScreen {
    private func takeSignal() -> Event? {
        var needsDrawing = false
        while let signal = signals.next() {
            switch signal {
            case SIGTSTP:
                leave()
                // What has come meanwhile, an end above all, is looked at before the screen is taken again.
                signals.stop()
            case SIGCONT where isShown:
                // It was stopped in a way that it could not see, and whoever had the terminal has set it up for himself.
                isShown = false
                needsDrawing = enter()
            case SIGWINCH: needsDrawing = true
            case _ where TerminalSignals.ending.contains(signal): return .ended(signal: signal)
            default: break
            }
        }
        return needsDrawing && isShown ? .redraw : nil
    }

    private func readKey() -> Event? {
        var byte: UInt8 = 0
        return read(descriptor, &byte, 1) == 1 ? .key(byte) : nil
    }
}

// MARK: - The terminal

extension FullScreen {
    /// Takes the terminal if it is to be had and not taken yet; whether it was.
    @discardableResult
    private func enter() -> Bool {
        guard !isShown, tcgetpgrp(descriptor) == getpgrp() else { return false }
        // After a stop that could not be seen the first ones still are those to restore: a shell may have kept ours.
        if foreignModes == nil {
            var modes = termios()
            guard tcgetattr(descriptor, &modes) == 0 else { return false }
            foreignModes = modes
        }
        setModes()
        write(Self.entering)
        isShown = true
        return true
    }

    private func leave() {
        guard isShown, var modes = foreignModes else { return }
        write(Self.leaving)
        (foreignModes, isShown) = (nil, false)
        // A terminal that is gone needs nothing any more.
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Keys come at once and unseen, and none of them stops the output; those that send signals still do.
    private func setModes() {
        guard var modes = foreignModes else { return }
        modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
        modes.c_iflag &= ~tcflag_t(IXON)
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Writes as much as the terminal takes; what it does not in good time is lost, and the next drawing makes good.
    private func write(_ text: String) {
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
                poll(&entry, 1, left.milliseconds)
            } else if errno != EINTR {
                return
            }
        }
    }
}

extension Duration {
    /// Rounded up, so that nothing is waited for without waiting.
    fileprivate var milliseconds: Int32 {
        Int32(
            clamping: components.seconds * 1000 + (components.attoseconds + 999_999_999_999_999)
                / 1_000_000_000_000_000
        )
    }
}
