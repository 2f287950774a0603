import Synchronization
import Threads

/// What the server knows of one connection, from its opening to its closing.
///
/// The library serves a connection on one thread, and only that thread touches the variables; other threads
/// read the constants and the atomics. Hence `@unchecked Sendable`.
final class Connection: @unchecked Sendable {
    /// How far the exchange has come.
    enum Stage {
        /// Up to the end of the headers.
        case head
        /// A body is read before the answer.
        case body
        /// The whole request has arrived; the next call answers.
        case ready
    }

    /// Valid until the library reports the connection closed; see `ConnectionRegistry`.
    let descriptor: Int32
    /// Whether it is above the limit, and only told so.
    let isSurplus: Bool
    let activity: Atomic<ConnectionActivity>
    /// Has its thread look at connections that have been resumed.
    let wakeUp: WakeUp
    /// Whether the headers of a request have arrived, and it has not been answered; not of one that is to be refused once
    /// its body is there.
    let hasHead = Atomic(false)
    /// Whether it has been resumed and its thread has not yet looked at it.
    let isResumed = Atomic(false)

    /// Whether it was ended to make room; touched under the registry's lock alone, by any thread.
    var isEnding = false
    var stage = Stage.head
    var started = Instant.now
    var method = Method.other
    var version = HTTPVersion.http11
    var target = RequestTarget()
    /// The method as sent, kept only when it is not one of the known.
    var otherMethodName = ""
    /// Bytes of the body so far.
    var bodySize = 0
    /// How many there may be.
    var bodyLimit = 0
    /// The body, where it is kept.
    var body: [UInt8] = []
    /// What its TLS session uses, for as long as that lasts.
    var certificate: ServerCertificate?
    /// An answer that was decided before the request was complete.
    var refusal: Response?
    /// The answer being sent.
    var response: Response?
    /// The answer when it takes time.
    var answer: Answer?
    /// What the handler threw.
    var failure: (any Error)?

    init(descriptor: Int32, isSurplus: Bool, wakeUp: WakeUp) {
        self.wakeUp = wakeUp
        self.descriptor = descriptor
        self.isSurplus = isSurplus
        activity = Atomic(.quiet(since: .now))
    }

    /// A request line has arrived.
    func begin(_ target: UnsafeBufferPointer<UInt8>, limit: Int) {
        stage = .head
        started = .now
        bodySize = 0
        self.target.assign(target, limit: limit)
        activity.store(.busy(since: started), ordering: .relaxed)
    }

    /// The answer has been sent, or the request given up.
    func end(at now: Instant) {
        refusal = nil
        response = nil
        body = []
        stream?.close()
        answer = nil
        failure = nil
        hasHead.store(false, ordering: .relaxed)
        activity.store(.quiet(since: now), ordering: .relaxed)
    }

    /// The moment from which it has sent no whole head of a request that is not refused, in nanoseconds.
    var silentSince: Int64 {
        switch activity.load(ordering: .relaxed) {
        case .quiet(let since), .busy(let since): since.nanoseconds
        case .waiting: .max
        }
    }

    private var stream: ResponseStream? {
        if case .stream(let stream)? = answer { stream } else { nil }
    }

    /// Bytes of the answer's body that the connection was given.
    var bodySizeOfAnswer: Int {
        method == .head ? 0 : stream?.sentSize ?? response?.bodySize ?? 0
    }

    var methodName: String {
        switch method {
        case .other: otherMethodName
        case let known: known.rawValue
        }
    }
}
