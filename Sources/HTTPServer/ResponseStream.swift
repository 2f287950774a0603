import CMicroHTTPD
import Synchronization

/// A response whose body is written piece by piece, from any thread, for as long as client and server like.
///
/// While there is nothing to send, the connection costs no thread. A client that reads so slowly that more than
/// `capacity` waits for it, or that what waits does not reach it within the exchange timeout, is cut off.
package final class ResponseStream: Held {
    /// Bytes that may wait to be sent.
    package static let capacity = 16 * 1024

    /// What is sent when nothing has been for a while, so that the client and all between know that it lives.
    package struct Heartbeat: Sendable {
        let bytes: [UInt8]
        let interval: Duration

        package init(_ bytes: [UInt8], every interval: Duration) {
            self.bytes = bytes
            self.interval = interval
        }
    }

    private struct State {
        var connection: (SuspendableConnection, holder: HeldConnections)?
        var isSuspended = false
        /// What waits to be sent; pieces that go to many are shared with them.
        var pieces: [[UInt8]] = []
        /// Bytes of the first piece that are sent.
        var offset = 0
        var waiting = 0
        var sent = 0
        var isEnding = false
        var isCut = false
        /// The connection has come to its end, or the stream has.
        var isOver = false
    }

    private let state: Mutex<State>
    private let headers: [(String, String)]
    private let heartbeat: Heartbeat
    private let onEnd: @Sendable (ResponseStream) -> Void

    /// - Parameters:
    ///   - headers: Of the 200; as for ``Response``.
    ///   - start: What is sent first.
    ///   - onEnd: Called once, when nothing that is sent can arrive any more, on any thread; must be quick.
    /// - Throws: When a header is none, or the server's own.
    package init(
        headers: [(String, String)],
        start: [UInt8],
        heartbeat: Heartbeat,
        onEnd: @escaping @Sendable (ResponseStream) -> Void
    ) throws(HTTPServerError) {
        for (name, value) in headers { try Response.check(name, value, of: .ok) }
        self.headers = headers
        self.heartbeat = heartbeat
        self.onEnd = onEnd
        state = Mutex(State(pieces: start.isEmpty ? [] : [start], waiting: start.count))
    }

    /// Bytes that have been handed to the connection.
    var sentSize: Int { state.withLock(\.sent) }

    /// Sends more, when the client has read what came before.
    ///
    /// - Returns: false when the stream has ended, or is cut because too much waits.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard !state.isOver, !state.isEnding, !state.isCut else { return false }
            if state.waiting + bytes.count > Self.capacity {
                state.isCut = true
            } else if !bytes.isEmpty {
                state.pieces.append(bytes)
                state.waiting += bytes.count
            }
            goOn(&state)
            return !state.isCut
        }
    }

    /// Ends the body after what waits.
    package func end() {
        state.withLock { state in
            state.isEnding = true
            goOn(&state)
        }
    }

    private func goOn(_ state: inout State) {
        guard state.isSuspended, let (connection, holder) = state.connection else { return }
        state.isSuspended = false
        holder.release(self, connection)
    }

    // MARK: - On the connection's thread

    /// Begins on a connection.
    func begin(on connection: SuspendableConnection, heldBy holder: HeldConnections, _ handle: OpaquePointer)
        -> MHD_Result
    {
        state.withLock { $0.connection = (connection, holder) }
        // The library's response keeps the stream alive by this reference.
        let owner = Unmanaged.passRetained(self)
        guard let response = CMHD_create_stream(Self.blockSize, readStream, owner.toOpaque(), releaseStream)
        else {
            owner.release()
            return .NO
        }
        // The connection keeps it from now on.
        defer { MHD_destroy_response(response) }
        for (name, value) in headers where MHD_add_response_header(response, name, value) != .YES {
            return .NO
        }
        if connection.connection.method == .head, CMHD_leave_out_chunks(response) != .YES { return .NO }
        return MHD_queue_response(handle, UInt32(Status.ok.rawValue), response)
    }

    /// What the library takes at a time.
    private static let blockSize = 1024

    /// Fills the buffer with what is to be sent next; returns how much that is, or that it is over.
    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            guard let (connection, holder) = state.connection else { return CMHD_end_with_error }
            holder.arrived(connection.connection)
            if state.isCut {
                connection.lookAgain()
                return CMHD_end_with_error
            }
            if let first = state.pieces.first {
                let count = min(buffer.count, first.count - state.offset)
                buffer.copyBytes(from: first[state.offset..<state.offset + count])
                state.offset += count
                state.waiting -= count
                state.sent += count
                if state.offset == first.count {
                    state.pieces.removeFirst()
                    state.offset = 0
                }
                return count
            }
            if !state.isEnding, holder.hold(self, connection, until: .now + heartbeat.interval) {
                state.isSuspended = true
                return 0
            }
            // HTTP/1.0 has no other end of the body than that of the connection.
            if connection.connection.version == .http10 { connection.lookAgain() }
            return CMHD_end_of_stream
        }
    }

    /// The connection sends nothing more of this.
    func close() {
        let wasOver = state.withLock { state in
            defer {
                state.isOver = true
                state.pieces = []
                state.connection = nil
            }
            return state.isOver
        }
        if !wasOver { onEnd(self) }
    }

    // MARK: - Held

    func deadlineReached() -> Instant? {
        send(heartbeat.bytes)
        return nil
    }

    func clientLeft() {
        state.withLock { state in
            state.isCut = true
            goOn(&state)
        }
    }

    func drain() { end() }
}

private func readStream(
    context: UnsafeMutableRawPointer?,
    position: UInt64,
    buffer: UnsafeMutablePointer<CChar>?,
    size: Int
) -> Int {
    guard let context, let buffer else { return CMHD_end_with_error }
    return Unmanaged<ResponseStream>.fromOpaque(context).takeUnretainedValue()
        .read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func releaseStream(owner: UnsafeMutableRawPointer?) {
    if let owner { Unmanaged<ResponseStream>.fromOpaque(owner).release() }
}
