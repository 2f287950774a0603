import Foundation
#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Hands what arrives to the collector whose it is.
///
/// A task's own delegate would do, but is not asked on Linux.
final class AnswerCollectors: NSObject, URLSessionDataDelegate {
    private let collectors = Locked<[Int: AnswerCollector]>([:])
    private let queue: DispatchQueue

    /// - Parameter queue: Where tasks are cancelled; on the delegate's own thread, that may wait for itself.
    init(cancellingOn queue: DispatchQueue) { self.queue = queue }

    func add(_ collector: AnswerCollector, for task: URLSessionTask) {
        collectors.withLock { $0[task.taskIdentifier] = collector }
    }

    func remove(for task: URLSessionTask) {
        collectors.withLock { $0[task.taskIdentifier] = nil }
    }

    private func collector(for task: URLSessionTask) -> AnswerCollector? {
        collectors.withLock { $0[task.taskIdentifier] }
    }

    /// Follows redirects within one origin alone (RFC 6454): anything else is the answer of whoever was asked, so that no
    /// hotel's page or forgotten name leads a client elsewhere, or from https to http.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        let isSameOrigin = Origin(task.originalRequest?.url) == Origin(request.url)
        completionHandler(isSameOrigin ? request : nil)
    }

    private struct Origin: Equatable {
        let scheme: String?
        let host: String?
        let port: Int?

        init(_ url: URL?) {
            scheme = url?.scheme?.lowercased()
            host = url?.host()?.lowercased()
            port = url?.port ?? (scheme == "https" ? 443 : 80)
        }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        collector(for: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard collector(for: dataTask)?.receive(data) == false else { return }
        // At once, not only when whoever asked gets to it: what nobody will read arrives meanwhile.
        queue.async { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        collector(for: task)?.end(error)
    }
}
