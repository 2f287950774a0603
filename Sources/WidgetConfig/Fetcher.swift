import ConfigPolling
import Foundation

/// Sends questions, each of which is answered in time or not at all.
struct Fetcher: Sendable {
    /// A question and its answer.
    struct Exchange: Sendable {
        let answer: PollAnswer
        let sent: SteadyClock.DeviceTime
        let received: SteadyClock.DeviceTime
    }

    /// How long an answer may take to its last byte; if the server is asked to wait, so much longer than that.
    static let deadline: Duration = .seconds(20)

    private let surroundings: Surroundings

    init(_ surroundings: Surroundings) { self.surroundings = surroundings }

    /// - Parameters:
    ///   - fields: The request's header fields.
    ///   - byteLimit: The most bytes of body that are received.
    ///   - wait: How many seconds the server may wait for something new.
    ///   - deadline: How long the answer may take without that.
    func fetch(
        _ address: URL,
        _ fields: [(name: String, value: String)],
        byteLimit: Int,
        wait: Int = 0,
        deadline: Duration = Self.deadline
    ) async throws(ConfigProblem) -> Exchange {
        let request = TransportRequest(url: address, fields: fields, byteLimit: byteLimit)
        let deadline = deadline + .seconds(wait)
        let sent = surroundings.deviceTime()
        let result = await surroundings.withDeadline(deadline) { [transport = surroundings.transport] in
            await Self.result(of: request, transport)
        }
        let received = surroundings.deviceTime()
        func problem(_ cause: ConfigProblem.Cause) -> ConfigProblem {
            ConfigProblem(fetching: address, cause)
        }
        // Cancelled, both the answer and the deadline end early.
        guard !Task.isCancelled else { throw problem(.stopped) }
        switch result {
        case .success(let answer): return Exchange(answer: answer, sent: sent, received: received)
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
}
