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
        collectors.remove(for: task)
        // On a thread that may wait: cancelling takes the session's own queue, on the delegate's thread it would wait
        // for itself, and of the threads that all tasks share there are as few as processors.
        DispatchQueue.global(qos: .utility).async { task.cancel() }
        return try result.get()
    }
}
