import Glibc
import Synchronization
import Threads

/// Writes lines to a descriptor on a thread of its own, so that nobody who has a line waits for the descriptor.
///
/// Lines wait in memory up to a limit; beyond it they are dropped and counted, and so are lines that the descriptor
/// does not take.
final class LineWriter: Sendable {
    private let sink: Sink
    private let thread: RepeatingThread

    /// How long a line waits at most before it is written.
    private static let period: Duration = .milliseconds(50)

    /// - Parameters:
    ///   - descriptor: Stays open as long as the writer; not closed by it.
    ///   - capacity: Bytes that may wait.
    init(descriptor: Int32, capacity: Int = 1 << 20) throws(ConfigServiceError) {
        let sink = Sink(descriptor: descriptor, capacity: capacity)
        self.sink = sink
        let thread = RepeatingThread {
            sink.flush()
            return Self.period
        }
        guard let thread else { throw .noThread("access-log") }
        self.thread = thread
    }

    /// Takes a line with its end.
    func append(_ line: [UInt8]) { sink.append(line) }

    var droppedLines: Int { sink.dropped.load(ordering: .relaxed) }

    /// Writes what waits, half a second at most beyond what the descriptor takes, and ends.
    ///
    /// Lines that come later are lost.
    func close() {
        sink.isClosing.store(true, ordering: .relaxed)
        thread.stop()
        sink.flush()
    }
}

private final class Sink: Sendable {
    private let descriptor: Int32
    private let capacity: Int
    private let waiting = Mutex<[UInt8]>([])
    let dropped = Atomic(0)
    let isClosing = Atomic(false)

    init(descriptor: Int32, capacity: Int) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    func append(_ line: [UInt8]) {
        let fits = waiting.withLock { waiting in
            guard waiting.count + line.count <= capacity else { return false }
            waiting += line
            return true
        }
        if !fits { dropped.add(1, ordering: .relaxed) }
    }

    /// Writes what waits.
    func flush() {
        let bytes = waiting.withLock { waiting in
            let bytes = waiting
            waiting = []
            return bytes
        }
        guard !bytes.isEmpty else { return }
        let rest = bytes.withUnsafeBytes { write($0) }
        if rest > 0 {
            let lines = bytes.suffix(rest).count { $0 == UInt8(ascii: "\n") }
            dropped.add(lines, ordering: .relaxed)
        }
    }

    /// Returns how many bytes at the end could not be written.
    private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard isReady() else { return rest.count }
            // A pipe that is ready takes this much without making the thread wait.
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
            let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                return rest.count
            }
        }
        return 0
    }

    /// Waits until the descriptor takes something; false when it does not while the writer is to end.
    private func isReady() -> Bool {
        while true {
            var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&entry, 1, 500) > 0 { return true }
            if isClosing.load(ordering: .relaxed) { return false }
        }
    }
}
