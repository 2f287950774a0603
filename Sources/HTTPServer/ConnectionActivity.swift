import Synchronization

/// Whether a request is under way on a connection, and since when; in one word, so that another thread never
/// sees the one without the other.
enum ConnectionActivity: AtomicRepresentable {
    /// No request line has arrived since the connection opened or its last answer was sent.
    case quiet(since: Instant)
    /// A request line has arrived and its answer is not yet sent.
    case busy(since: Instant)
    /// A request waits for the server, which has set it a time of its own.
    case waiting

    typealias AtomicRepresentation = Int64.AtomicRepresentation

    // The monotonic clock is positive, so the sign is free to tell the first two apart, and zero is free too.

    static func encodeAtomicRepresentation(_ value: consuming ConnectionActivity) -> AtomicRepresentation {
        switch value {
        case .quiet(let since): Int64.encodeAtomicRepresentation(-since.nanoseconds)
        case .busy(let since): Int64.encodeAtomicRepresentation(since.nanoseconds)
        case .waiting: Int64.encodeAtomicRepresentation(0)
        }
    }

    static func decodeAtomicRepresentation(
        _ storage: consuming AtomicRepresentation
    ) -> ConnectionActivity {
        let word = Int64.decodeAtomicRepresentation(storage)
        return switch word {
        case 0: .waiting
        case ..<0: .quiet(since: Instant(nanoseconds: -word))
        default: .busy(since: Instant(nanoseconds: word))
        }
    }
}
