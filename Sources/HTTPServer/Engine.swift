import CMicroHTTPD
import Glibc
import Synchronization
import Threads

/// What happens on a server's threads: the library's callbacks, turned into calls of the handler.
final class Engine: Sendable {
    let configuration: Configuration
    let registry = ConnectionRegistry()
    let held: HeldConnections
    private let handler: Server.Handler
    private let refusals: Refusals
    private let isDraining = Atomic(false)
    /// Raised when the last connection closes while draining.
    private let drained: WakeUp

    /// Bytes beyond the body limit that are read before a 413.
    ///
    /// A connection that closes with bytes unread resets, and the client would lose the answer.
    private static let bodyTolerance: UInt64 = 256 * 1024

    init(_ configuration: Configuration, drained: WakeUp, handler: @escaping Server.Handler)
        throws(HTTPServerError)
    {
        self.configuration = configuration
        self.handler = handler
        self.drained = drained
        held = HeldConnections(threads: configuration.threads)
        refusals = try Refusals(configuration)
    }

    /// From now on nobody is admitted, each answer ends its connection, and connections without a request are ended at
    /// once.
    func beginDraining() {
        isDraining.store(true, ordering: .sequentiallyConsistent)
        held.drain()
        registry.endQuiet()
        if registry.count == 0 { drained.raise() }
    }

    // MARK: - Connections

    /// Whether there is room for one more, if only to tell it that there is none.
    func admits() -> Bool {
        registry.count < configuration.connectionLimit + configuration.surplusLimit
            && !isDraining.load(ordering: .relaxed)
    }

    /// Whether so few connections are left that each is to be given back after one answer.
    private var isCrowded: Bool {
        registry.count > configuration.connectionLimit - configuration.connectionLimit / 10
    }

    /// A connection has opened.
    ///
    /// - Parameter wakeUp: Its thread's.
    func open(_ handle: OpaquePointer, wakeUp: WakeUp) -> Connection {
        let isFull = registry.count >= configuration.connectionLimit
        let hasRoom = !isFull || configuration.silentMakeRoom && registry.endLongestSilent(on: wakeUp)
        let connection = Connection(
            descriptor: CMHD_socket(handle),
            isSurplus: !hasRoom,
            wakeUp: wakeUp
        )
        connection.certificate = configuration.certificate?.current
        registry.insert(connection)
        // One that was admitted just before draining began may have come too late to be ended with the others.
        if isDraining.load(ordering: .sequentiallyConsistent) {
            shutdown(connection.descriptor, Int32(SHUT_RD))
        }
        return connection
    }

    /// A connection is about to be closed.
    func close(_ connection: Connection) {
        if registry.remove(connection), isDraining.load(ordering: .relaxed) { drained.raise() }
    }

    // MARK: - Requests

    /// The headers have arrived: decides what is to be read before the answer.
    ///
    /// An answer that is queued here ends the connection; one queued when the request is complete does not.
    func headReceived(_ head: RequestHead, on connection: Connection) -> MHD_Result {
        connection.hasHead.store(true, ordering: .relaxed)
        connection.method = Method(name: head.method)
        connection.otherMethodName = connection.method == .other ? String(cString: head.method) : ""
        connection.version = head.isHTTP10 ? .http10 : .http11
        let body: RequestHeadCheck.Body
        switch RequestHeadCheck.verdict(of: head) {
        case .malformed: return send(refusals.malformedRequest, on: connection, head.handle)
        case .unknownCoding: return send(refusals.unknownCoding, on: connection, head.handle)
        case .sound(let found): body = found
        }
        if connection.isSurplus { return send(refusals.tooManyConnections.next, on: connection, head.handle) }
        connection.refusal = refusal(of: head, on: connection)
        connection.bodyLimit = configuration.maximumBodySize
        if connection.refusal == nil, let answer = admit(connection, head.handle) {
            return send(answer, on: connection, head.handle)
        }
        let isDraining = isDraining.load(ordering: .relaxed)
        switch body {
        case .none:
            connection.stage = .ready
            return isDraining || isCrowded ? answer(on: connection, head.handle, isEarly: true) : .YES
        case .sized(let size) where size > connection.bodyLimit:
            let refusal = connection.refusal ?? refusals.overlongBody(limit: connection.bodyLimit)
            connection.refusal = refusal
            let isBearable = size <= UInt64(connection.bodyLimit) + Self.bodyTolerance
            if !isBearable || head.expectsContinue { return send(refusal, on: connection, head.handle) }
        case .sized, .chunked:
            if let refusal = connection.refusal, head.expectsContinue {
                return send(refusal, on: connection, head.handle)
            }
        }
        connection.stage = .body
        // Whoever is to be refused must not keep a place by a body that never comes.
        if connection.refusal != nil { connection.hasHead.store(false, ordering: .relaxed) }
        return .YES
    }

    /// Lets the configuration decide by the headers; an answer that is returned is to end the connection.
    private func admit(_ connection: Connection, _ handle: OpaquePointer) -> Response? {
        guard let admit = configuration.admit else { return nil }
        do {
            switch try admit(Request(connection, handle: handle)) {
            case .admitted(let limit):
                connection.bodyLimit = max(0, min(limit, configuration.maximumBodySize))
            case .refused(let response):
                connection.refusal = response
                connection.bodyLimit = 0
            case .turnedAway(let response): return response
            }
        } catch {
            connection.failure = error
            connection.refusal = refusals.handlerFailed
            connection.bodyLimit = 0
        }
        return nil
    }

    private func refusal(of head: RequestHead, on connection: Connection) -> Response? {
        if connection.target.isOverlong { return refusals.overlongTarget }
        if head.size > configuration.maximumHeadSize { return refusals.overlongHead }
        // The library ends the target at a NUL; its real length shows in where the version begins.
        if connection.target.bytes.count != head.targetLength { return refusals.malformedTarget }
        let isOptions = strcmp(head.method, "OPTIONS") == 0
        return connection.target.parse(isOptions: isOptions) ? nil : refusals.malformedTarget
    }

    /// A piece of the body has arrived; it is kept, or counted and thrown away.
    func bodyReceived(_ piece: UnsafeRawBufferPointer, on connection: Connection) -> MHD_Result {
        connection.bodySize += piece.count
        if connection.bodySize > connection.bodyLimit {
            connection.body = []
            connection.refusal = connection.refusal ?? refusals.overlongBody(limit: connection.bodyLimit)
        } else if configuration.keepsBodies, connection.refusal == nil {
            connection.body += piece
        }
        let bound = UInt64(connection.bodyLimit) + Self.bodyTolerance
        // The library takes no answer in the middle of a body; closing is all that is left.
        return UInt64(connection.bodySize) <= bound ? .YES : .NO
    }

    /// The request is complete, or an answer that it waited for is there.
    ///
    /// - Parameter isEarly: The library does not yet take the request for complete, so the connection ends with an answer
    ///   that is given now. One that has to be waited for, where waiting is possible, is left for the next call.
    func answer(on connection: Connection, _ handle: OpaquePointer, isEarly: Bool = false) -> MHD_Result {
        if let answer = connection.answer { return send(answer, on: connection, handle) }
        if let refusal = connection.refusal { return send(refusal, on: connection, handle) }
        do {
            let answer = try handler(Request(connection, handle: handle))
            guard isEarly, answer.takesTime, !isDraining.load(ordering: .relaxed) else {
                return send(answer, on: connection, handle)
            }
            connection.answer = answer
            return .YES
        } catch {
            connection.failure = error
            return send(refusals.handlerFailed, on: connection, handle)
        }
    }

    private func send(_ answer: Answer, on connection: Connection, _ handle: OpaquePointer) -> MHD_Result {
        switch answer {
        case .now(let response): return send(response, on: connection, handle)
        case .later(let pending):
            connection.answer = answer
            held.arrived(connection)
            let suspendable = SuspendableConnection(connection, handle)
            guard let response = pending.answer(suspendable, heldBy: held) else { return .YES }
            return send(response, on: connection, handle)
        case .stream(let stream):
            connection.answer = answer
            return stream.begin(on: SuspendableConnection(connection, handle), heldBy: held, handle)
        }
    }

    private func send(_ response: Response, on connection: Connection, _ handle: OpaquePointer) -> MHD_Result
    {
        connection.response = response
        return response.queue(on: handle)
    }

    /// The answer has been sent, or the connection has ended without.
    func completed(_ connection: Connection, _ handle: OpaquePointer, isComplete: Bool) {
        let now = Instant.now
        if let observe = configuration.observe {
            // A status without a response of ours is that of the library's own error page.
            let own = UInt16(clamping: CMHD_queued_status(handle))
            let status = own == 0 ? connection.response?.status : Status(rawValue: own)
            observe(
                Exchange(
                    request: Request(connection, handle: handle),
                    status: status,
                    bodySize: connection.bodySizeOfAnswer,
                    duration: now - connection.started,
                    isComplete: isComplete,
                    failure: connection.failure
                )
            )
        }
        held.arrived(connection)
        connection.end(at: now)
        // What was read with its body could not be answered early, so the connection was kept.
        if isDraining.load(ordering: .relaxed) { shutdown(connection.descriptor, Int32(SHUT_RD)) }
    }
}
