package import ConfigPolling
import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks with `URLSession`.
///
/// Neither cache nor cookies are kept, in memory or on disk: the client has its own copy, and knows better what it is
/// worth.
///
/// On Linux, where `URLSession` is libcurl's, a server that sends without end, and faster than it is read, is let go of
/// late: meanwhile requests end by their deadline.
package final class URLSessionTransport: Transport {
    private let session: URLSession
    private let collectors: AnswerCollectors
    /// Where the session is spoken to, for it may make its caller wait: on Linux it does for as long as any session
    /// receives, and of the threads that all tasks share there are as few as processors.
    private let queue = DispatchQueue(label: "WidgetConfig.URLSessionTransport")

    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        collectors = AnswerCollectors(cancellingOn: queue)
        session = URLSession(configuration: configuration, delegate: collectors, delegateQueue: nil)
    }

    // The session keeps its delegate, and lives, until it is told.
    deinit { queue.async { [session] in session.invalidateAndCancel() } }

    package func answer(to request: TransportRequest) async throws(TransportError) -> PollAnswer {
        let collector = AnswerCollector(byteLimit: request.byteLimit)
        let begun = Locked<URLSessionTask?>(nil)
        queue.async { [session, collectors] in
            // When the queue was long in coming, nobody may want it any more.
            if collector.isFinished { return }
            let task = session.dataTask(with: Self.message(request))
            collectors.add(collector, for: task)
            begun.withLock { $0 = task }
            task.resume()
        }
        // Nobody waits for the session, which may be slow to begin: an end is heard of at once.
        let result = await withTaskCancellationHandler {
            await collector.result()
        } onCancel: {
            collector.finish(.failure(.cancelled))
        }
        queue.async { [collectors] in
            guard let task = begun.withLock({ $0 }) else { return }
            collectors.remove(for: task)
            task.cancel()
        }
        return try result.get()
    }

    private static func message(_ request: TransportRequest) -> URLRequest {
        var message = URLRequest(url: request.url)
        for (name, value) in request.fields { message.setValue(value, forHTTPHeaderField: name) }
        // Whoever asks sets the deadline; the session's own, a minute, would cut off those who wait.
        message.timeoutInterval = 600
        return message
    }
}
