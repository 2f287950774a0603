public import Rollout

/// How old what is in force is, and how the last polls went.
public struct Freshness: Equatable, Sendable {
    /// Where what is in force has come from.
    public enum Source: Equatable, Sendable {
        /// Nothing is in force: no bundle came with the app, and none has come since.
        case nothing
        /// The bundle that came with the app.
        case embedded
        /// The server, now or before an earlier launch.
        case server
    }

    /// Where what is in force has come from.
    public let source: Source
    /// The number of the change that it is as of; nil: nothing is in force.
    public let revision: Int64?
    /// When the server last said that this is what is in force, by its own clock; nil: it never has.
    public let confirmedAt: Instant?
    /// How long ago that was, zero or more; nil: it never has.
    public let age: Duration?
    /// The last problem since the client was made, and when it happened by the server's clock; nil: there was none.
    ///
    /// It is over when ``confirmedAt`` is later.
    public let lastProblem: Problem?

    /// What went wrong, and when.
    public struct Problem: Equatable, Sendable {
        /// What went wrong.
        public let problem: ConfigProblem
        /// By the server's clock, as far as it is known.
        public let at: Instant
    }
}
