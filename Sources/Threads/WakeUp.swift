import Glibc

/// A flag that one thread raises and another waits for, at most for a time.
package final class WakeUp: Sendable {
    // A pipe, since polling it gives a bounded wait; a byte in it is the raised flag.
    private let readEnd: Int32
    private let writeEnd: Int32

    /// nil, and `errno`, when the process is out of descriptors.
    package init?() {
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
    package func raise() {
        var byte: UInt8 = 1
        // Fails only when the pipe is full, and then the flag is up.
        write(writeEnd, &byte, 1)
    }

    /// Takes the flag down.
    package func lower() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            // Fails when nothing is left, and then the flag is down.
            while read(readEnd, buffer.baseAddress, buffer.count) > 0 {}
        }
    }

    /// Can be read from while the flag is up; to be used for nothing but waiting.
    package var descriptor: Int32 { readEnd }

    /// Waits until the flag is up, the time is over, or something can be read from one of the descriptors.
    ///
    /// - Parameter time: Zero or less only looks; nil waits for ever.
    /// - Returns: Whether the flag is up.
    package func wait(atMost time: Duration?, orFor descriptors: [Int32] = []) -> Bool {
        let end = time.map { ContinuousClock.now + $0 }
        while true {
            var entries = ([readEnd] + descriptors).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let rest = end.map { ContinuousClock.now.duration(to: $0).pollMilliseconds } ?? -1
            // Interrupted by a signal, it is waited on.
            if poll(&entries, nfds_t(entries.count), rest) >= 0 || errno != EINTR {
                return entries[0].revents != 0
            }
        }
    }
}
