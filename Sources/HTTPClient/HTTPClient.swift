import CCurl
import Synchronization

/// Asks servers by HTTP/1.1, one request after the other, on connections that stay open between them.
///
/// No redirect is followed, so that nothing goes where it was not sent; and of TLS nothing below 1.2 is spoken.
package final class HTTPClient: Sendable {
    package struct Settings: Sendable {
        /// To reach the server and agree on TLS.
        package var connectTimeout: Duration = .seconds(10)
        /// For a whole exchange.
        package var timeout: Duration = .seconds(300)
        /// How long nothing may come.
        package var silenceTimeout: Duration = .seconds(60)
        /// Bytes of an answer, without its content coding.
        package var maximumBodySize = 64 << 20
        /// The certificates (PEM) to believe instead of the system's; nil: the system's.
        package var authorityFile: String?
        /// Whether a proxy that the environment names is used; otherwise the server is asked directly.
        package var usesProxy = true

        package init() {}
    }

    private let settings: Settings
    private let handle: Mutex<CurlHandle>

    /// - Throws: ``HTTPClientError`` when libcurl is missing.
    package init(_ settings: Settings) throws(HTTPClientError) {
        self.settings = settings
        handle = Mutex(try CurlHandle())
    }

    /// Sends a request and waits for the answer, whatever its status.
    ///
    /// Blocks the caller.
    package func send(_ request: HTTPRequest) throws(HTTPClientError) -> HTTPReply {
        try handle.withLock { handle throws(HTTPClientError) in
            try handle.perform(request, settings)
        }
    }
}
