import ConfigBundle
import ConfigPolling
import Foundation

/// Asks the server what is new, and for the whole when the first answer was of no use for want of it.
struct ServerPoller: Poller {
    private let address: URL
    private let reader: AnswerReader
    private let byteLimit: Int
    private let fetcher: Fetcher

    init(_ address: URL, _ verifier: BundleVerifier, _ fetcher: Fetcher) {
        self.address = address
        self.fetcher = fetcher
        reader = AnswerReader(verifier)
        byteLimit = verifier.byteLimit
    }

    func poll(_ copy: BundleCopy?, newestRevision: Int64?, wait: Int?) async -> PollEnd {
        var retryAfter: Duration?
        do throws(ConfigProblem) {
            let poll = Poll(copy: copy, wait: wait)
            let first = try await exchange(poll)
            retryAfter = first.answer.retryAfter
            do throws(PollFailure) {
                let news = try reader.read(first.answer, to: poll, newestRevision: newestRevision)
                return end(first, poll, news, isMended: false)
            } catch {
                guard error.isMendedByWhole else { throw ConfigProblem(fetching: address, error) }
            }
            let second = try await exchange(.whole)
            retryAfter = second.answer.retryAfter
            do throws(PollFailure) {
                let news = try reader.read(second.answer, to: .whole, newestRevision: newestRevision)
                return end(second, .whole, news, isMended: true)
            } catch {
                throw ConfigProblem(fetching: address, error)
            }
        } catch {
            return PollEnd(result: .failure(error), event: .failed(retryAfter: retryAfter))
        }
    }

    private func exchange(_ poll: Poll) async throws(ConfigProblem) -> Fetcher.Exchange {
        try await fetcher.fetch(address, poll.fields, byteLimit: byteLimit, wait: poll.wait ?? 0)
    }

    private func end(_ exchange: Fetcher.Exchange, _ poll: Poll, _ news: BundleCopy?, isMended: Bool)
        -> PollEnd
    {
        let success = PollEnd.Success(news, from: exchange, isMended: isMended)
        return PollEnd(result: .success(success), event: event(exchange, poll, isNew: news != nil))
    }

    private func event(_ exchange: Fetcher.Exchange, _ poll: Poll, isNew: Bool) -> PollSchedule.Event {
        guard poll.wait != nil, let granted = exchange.answer.grantedWait else {
            return .answered(freshSeconds: exchange.answer.freshSeconds)
        }
        // One that ends early without anything new is ended by a server that goes away. Asking it at once would be no
        // wait any more, but a storm.
        let hasLasted = exchange.received.uptime - exchange.sent.uptime >= .seconds(granted) / 2
        return isNew || hasLasted ? .waited : .failed(retryAfter: nil)
    }
}
