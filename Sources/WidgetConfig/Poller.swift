import ConfigBundle
import ConfigPolling
import Foundation
import Rollout

/// Asks the server what is new, and for the whole when the first answer was of no use for want of it.
struct Poller: Sendable {
    /// How a poll ended.
    struct End: Sendable {
        let result: Result<Success, ConfigProblem>
        let event: PollSchedule.Event
    }

    /// The server has said what is in force.
    struct Success: Sendable {
        /// What is to be kept from now on; nil: what the client has.
        let news: BundleCopy?
        /// The server's clock when it said so; nil: it did not tell.
        let serverTime: Instant?
        /// When it was asked.
        let sent: SteadyClock.DeviceTime
        /// When its answer was whole.
        let received: SteadyClock.DeviceTime
        /// Whether it took a second question.
        let isMended: Bool
    }

    /// How long an answer may take; if the server is asked to wait, so much longer than that.
    static let deadline: Duration = .seconds(20)

    private let address: URL
    private let reader: AnswerReader
    private let byteLimit: Int
    private let surroundings: Surroundings

    init(_ settings: ClientSettings, _ verifier: BundleVerifier, _ surroundings: Surroundings) {
        address = settings.address
        reader = AnswerReader(verifier)
        byteLimit = verifier.byteLimit
        self.surroundings = surroundings
    }

    /// - Parameters:
    ///   - newestRevision: The newest that was ever accepted from the server; nil for none.
    ///   - wait: How many seconds the server may wait for something new; nil: it answers at once.
    func poll(_ copy: BundleCopy?, newestRevision: Int64?, wait: Int?) async -> End {
        var retryAfter: Duration?
        do throws(ConfigProblem) {
            let first = try await exchange(Poll(copy: copy, wait: wait))
            retryAfter = first.answer.retryAfter
            do throws(PollFailure) {
                return end(first, news: try news(first, newestRevision), isMended: false)
            } catch {
                guard error.isMendedByWhole else { throw problem(with: error) }
            }
            let second = try await exchange(.whole)
            retryAfter = second.answer.retryAfter
            do throws(PollFailure) {
                return end(second, news: try news(second, newestRevision), isMended: true)
            } catch {
                throw problem(with: error)
            }
        } catch {
            return End(result: .failure(error), event: .failed(retryAfter: retryAfter))
        }
    }

    // MARK: - Asking

    private struct Exchange {
        let poll: Poll
        let answer: PollAnswer
        let sent: SteadyClock.DeviceTime
        let received: SteadyClock.DeviceTime
    }

    private func exchange(_ poll: Poll) async throws(ConfigProblem) -> Exchange {
        let request = TransportRequest(url: address, fields: poll.fields, byteLimit: byteLimit)
        let deadline = Self.deadline + .seconds(poll.wait ?? 0)
        let sent = surroundings.deviceTime()
        let result = await surroundings.withDeadline(deadline) { [transport = surroundings.transport] in
            await Self.result(of: request, transport)
        }
        let received = surroundings.deviceTime()
        // Cancelled, both the answer and the deadline end early.
        guard !Task.isCancelled else { throw problem(.stopped) }
        switch result {
        case .success(let answer): return Exchange(poll: poll, answer: answer, sent: sent, received: received)
        case .failure(.connection(let reason)): throw problem(.noAnswer(reason))
        case .failure(.tooLarge(let limit)): throw problem(.tooLarge(limit: limit))
        case .failure(.cancelled): throw problem(.stopped)
        case nil: throw problem(.tooSlow(after: deadline))
        }
    }

    private static func result(
        of request: TransportRequest,
        _ transport: any Transport
    ) async -> Result<PollAnswer, TransportError> {
        do throws(TransportError) {
            return .success(try await transport.answer(to: request))
        } catch {
            return .failure(error)
        }
    }

    // MARK: - Understanding

    private func news(_ exchange: Exchange, _ newestRevision: Int64?) throws(PollFailure) -> BundleCopy? {
        try reader.read(exchange.answer, to: exchange.poll, newestRevision: newestRevision)
    }

    private func end(_ exchange: Exchange, news: BundleCopy?, isMended: Bool) -> End {
        let success = Success(
            news: news,
            serverTime: exchange.answer.serverTime,
            sent: exchange.sent,
            received: exchange.received,
            isMended: isMended
        )
        return End(result: .success(success), event: event(exchange, isNew: news != nil))
    }

    private func event(_ exchange: Exchange, isNew: Bool) -> PollSchedule.Event {
        guard exchange.poll.wait != nil, let granted = exchange.answer.grantedWait else {
            return .answered(freshSeconds: exchange.answer.freshSeconds)
        }
        // One that ends early without anything new is ended by a server that goes away. Asking it at once would be no
        // wait any more, but a storm.
        let hasLasted = exchange.received.uptime - exchange.sent.uptime >= .seconds(granted) / 2
        return isNew || hasLasted ? .waited : .failed(retryAfter: nil)
    }

    private func problem(_ cause: ConfigProblem.Cause) -> ConfigProblem {
        ConfigProblem(fetching: address, cause)
    }

    private func problem(with failure: PollFailure) -> ConfigProblem {
        switch failure {
        case .refused(let status, let detail): problem(.refused(status: status, detail: detail))
        case .bundle(let error), .delta(let error): problem(.notBelieved(error))
        case .unasked, .otherCopy, .damaged: problem(.unusable(failure.description))
        }
    }
}
