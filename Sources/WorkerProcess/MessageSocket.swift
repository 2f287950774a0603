import CSeccomp
import Glibc

/// One end of a connection between two processes of this machine, over which whole messages go, each with an open file
/// if it is wanted.
///
/// A message is its length as 4 bytes, big-endian, and its bytes; the file travels with the first of them. May be used
/// by one thread at a time.
package struct MessageSocket: ~Copyable {
    private let descriptor: Int32

    /// Takes over an open socket, and closes it in the end.
    package init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Both ends, neither of which a program that is started inherits.
    static func pair() throws(WorkerError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .system("making a socket", code: errno)
        }
        return (ends[0], ends[1])
    }

    /// Sends a message.
    ///
    /// - Parameter file: A descriptor of which the other side gets its own; nil: none.
    package func send(_ message: [UInt8], file: Int32? = nil) throws(WorkerError) {
        let length = UInt32(message.count)
        let head = stride(from: 24, through: 0, by: -8).map {
            UInt8(truncatingIfNeeded: length >> UInt32($0))
        }
        try sendAll(head, file: file ?? -1)
        try sendAll(message, file: -1)
    }

    /// The next message; nil at the end of the connection.
    ///
    /// - Parameters:
    ///   - limit: A longer message is refused.
    ///   - deadline: nil: there is none.
    /// - Returns: With the file as a descriptor of the caller's own, which the caller closes; nil when none came.
    package func receive(
        upTo limit: Int,
        by deadline: ContinuousClock.Instant? = nil
    ) throws(WorkerError) -> (message: [UInt8], file: Int32?)? {
        var file: Int32 = -1
        var isComplete = false
        defer { if !isComplete, file >= 0 { close(file) } }
        guard let head = try receive(exactly: 4, by: deadline, &file) else { return nil }
        let length = head.reduce(0) { $0 << 8 | Int($1) }
        guard length <= limit else { throw .malformed("\(length) bytes, and at most \(limit) are taken") }
        guard let message = try receive(exactly: length, by: deadline, &file) else { throw .ended }
        isComplete = true
        return (message, file >= 0 ? file : nil)
    }

    private func sendAll(_ bytes: [UInt8], file: Int32) throws(WorkerError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                wr_send(
                    descriptor,
                    $0.baseAddress?.advanced(by: done),
                    $0.count - done,
                    done == 0 ? file : -1
                )
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EPIPE || errno == ECONNRESET { throw .ended }
            guard count > 0 else { throw .system("sending a message", code: errno) }
            done += count
        }
    }

    /// nil when the connection ends before the first byte.
    private func receive(
        exactly size: Int,
        by deadline: ContinuousClock.Instant?,
        _ file: inout Int32
    ) throws(WorkerError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: size)
        var done = 0
        while done < size {
            try wait(until: deadline)
            var came: Int32 = -1
            let count = bytes.withUnsafeMutableBytes {
                wr_receive(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, &came)
            }
            if count < 0, errno == EINTR { continue }
            if came >= 0 {
                if file >= 0 { close(file) }
                file = came
            }
            if count == 0 || (count < 0 && errno == ECONNRESET) {
                if done == 0 { return nil }
                throw .ended
            }
            guard count > 0 else { throw .system("receiving a message", code: errno) }
            done += count
        }
        return bytes
    }

    private func wait(until deadline: ContinuousClock.Instant?) throws(WorkerError) {
        guard let deadline else { return }
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .timedOut }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // Rounded up, so that the last millisecond is not spent on looking again and again.
            let count = poll(&entry, 1, Int32(min(left / .milliseconds(1), 1e9)) + 1)
            if count > 0 { return }
            if count < 0, errno != EINTR { throw .system("waiting for a message", code: errno) }
        }
    }
}
