package import ConfigPolling
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks with `URLSession`.
///
/// Neither cache nor cookies are kept, in memory or on disk: the client has its own copy, and knows better what it is
/// worth.
package final class URLSessionTransport: Transport {
    private let session: URLSession
    private let collectors = AnswerCollectors()

    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration, delegate: collectors, delegateQueue: nil)
    }

    // The session keeps its delegate, and lives, until it is told.
    deinit { session.invalidateAndCancel() }

    package func answer(to request: TransportRequest) async throws(TransportError) -> PollAnswer {
        var message = URLRequest(url: request.url)
        for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
        // Whoever asks sets the deadline; the session's own, a minute, would cut off those who wait.
        message.timeoutInterval = 600
        let collector = AnswerCollector(byteLimit: request.byteLimit)
        let task = session.dataTask(with: message)
        collectors.add(collector, for: task)
        task.resume()
        let result = await withTaskCancellationHandler {
            await collector.result()
        } onCancel: {
            collector.finish(.failure(.cancelled))
        }
        // Here rather than where it was decided: cancelling on the delegate's thread, or while the task's own
        // cancellation is under way, waits for a queue that may be waiting for that in turn.
        task.cancel()
        collectors.remove(for: task)
        return try result.get()
    }
}
