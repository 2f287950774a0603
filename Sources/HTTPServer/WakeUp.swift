import Glibc

/// A flag that one thread raises and another waits for, at most for a time.
final class WakeUp: Sendable {
    // A pipe, since polling it gives a bounded wait; a byte in it is the raised flag.
    private let readEnd: Int32
    private let writeEnd: Int32

    /// nil, and `errno`, when the process is out of descriptors.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // These cannot fail on a descriptor that is ours.
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Raises the flag; it stays up.
    func raise() {
        var byte: UInt8 = 1
        // Fails only when the pipe is full, and then the flag is up.
        write(writeEnd, &byte, 1)
    }

    /// Whether the flag is up before the time is over.
    func wait(atMost time: Duration) -> Bool {
        let end = Instant.now.nanoseconds + time.nanosecondsClamped
        while true {
            let rest = max(0, end - Instant.now.nanoseconds)
            var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
            // Rounded up, so that the last part of a millisecond is not spent spinning.
            let count = poll(&entry, 1, Int32(clamping: (rest + 999_999) / 1_000_000))
            if count > 0 { return true }
            if count == 0, Instant.now.nanoseconds >= end { return false }
        }
    }
}

extension Duration {
    /// In nanoseconds, at most a century.
    var nanosecondsClamped: Int64 {
        let (seconds, attoseconds) = components
        return min(seconds, 3_155_760_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
