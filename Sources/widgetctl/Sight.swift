import AdminProtocol
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore

/// What `widgetctl watch` has seen of a store and of the widgetd that serves it.
struct Sight: Sendable {
    /// What a store has.
    struct Live: Sendable {
        let revision: Int64
        let states: [AppState]
        let requests: [RequestReport]
        let scheduled: [ScheduledReport]
        /// When it was read.
        let read: Instant
    }

    /// How much clients ask for.
    enum Load: Sendable {
        /// With a rate when there have been two looks.
        case known(Traffic, PollRate?)
        /// Why it is not known.
        case unknown(String)
    }

    /// As last seen.
    let live: Live
    /// When that was still so.
    let seen: Instant
    /// Why the last look at the store failed; nil: it did not.
    let fault: String?
    let load: Load
    /// Set when widgetd serves another revision than the store had a look ago.
    let servedRevision: Int64?
}
