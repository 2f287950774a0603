import ConfigPolling
import Rollout

/// How a poll ended.
struct PollEnd: Sendable {
    /// It is known what is in force.
    struct Success: Sendable {
        /// What is to be kept from now on; nil: what the client has.
        let news: BundleCopy?
        /// The server's clock when it said so; nil: it did not tell.
        let serverTime: Instant?
        /// When it was asked.
        let sent: SteadyClock.DeviceTime
        /// When its answer was whole.
        let received: SteadyClock.DeviceTime
        /// Whether the first answer was of no use, and another one was.
        let isMended: Bool

        /// - Parameter exchange: The one in which it was said what is in force.
        init(_ news: BundleCopy?, from exchange: Fetcher.Exchange, isMended: Bool) {
            self.news = news
            serverTime = exchange.answer.serverTime
            sent = exchange.sent
            received = exchange.received
            self.isMended = isMended
        }
    }

    let result: Result<Success, ConfigProblem>
    let event: PollSchedule.Event
}
