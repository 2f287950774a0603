import ConfigPolling
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Puts an answer together as its parts arrive, until it is whole, too large, or no longer wanted.
final class AnswerCollector: Sendable {
    typealias Result = Swift.Result<PollAnswer, TransportError>

    private struct State {
        var head: (status: Int, fields: HTTPFields)?
        var body: [UInt8] = []
        /// Set once.
        var result: Result?
        var reader: CheckedContinuation<Result, Never>?
    }

    private let byteLimit: Int
    private let state = Locked(State())

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// The answer, or why there is none; to be asked for once.
    func result() async -> Result {
        await withCheckedContinuation { reader in
            let result = state.withLock { state in
                if state.result == nil { state.reader = reader }
                return state.result
            }
            if let result { reader.resume(returning: result) }
        }
    }

    /// Whether there is a result.
    var isFinished: Bool { state.withLock { $0.result != nil } }

    /// Gives the result, unless there is one.
    func finish(_ result: Result) {
        let reader = state.withLock { state -> CheckedContinuation<Result, Never>? in
            guard state.result == nil else { return nil }
            state.result = result
            state.body = []
            return state.reader.take()
        }
        reader?.resume(returning: result)
    }

    // MARK: - What arrives

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        let fields = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { (name: $0, value: "\(value)") }
        }
        state.withLock { $0.head = (response.statusCode, HTTPFields(fields)) }
    }

    /// - Returns: Whether this is within the limit, or too late to matter; if not, that is the result.
    func receive(_ data: Data) -> Bool {
        let isTooLarge = state.withLock { state in
            guard state.result == nil else { return false }
            guard data.count <= byteLimit - state.body.count else { return true }
            state.body += data
            return false
        }
        if isTooLarge { finish(.failure(.tooLarge(limit: byteLimit))) }
        return !isTooLarge
    }

    func end(_ error: (any Error)?) {
        if let error { return finish(.failure(.connection(Self.reason(error)))) }
        let answer = state.withLock { state in
            state.head.map { PollAnswer(status: $0.status, fields: $0.fields, body: state.body) }
        }
        finish(answer.map { .success($0) } ?? .failure(.connection("the answer is not HTTP")))
    }

    /// What the system says; on Linux the sentence itself may stand one error deeper.
    private static func reason(_ error: any Error) -> String {
        let error = error as NSError
        let deeper = error.userInfo[NSUnderlyingErrorKey] as? NSError
        return (deeper ?? error).localizedDescription
    }
}
