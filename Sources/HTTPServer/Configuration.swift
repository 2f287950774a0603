import Glibc

/// How a server listens and what it puts up with.
package struct Configuration: Sendable {
    /// Where to listen.
    package var address: ListenAddress
    /// Threads that serve, at least 1; default: one per processor.
    package var threads: Int
    /// Connections open at once, at least 1.
    ///
    /// While more than nine tenths are open, each ends with its answer, so that idle clients do not keep others out.
    package var connectionLimit = 10_000
    /// Connections above the limit that are told so, 0 or more.
    ///
    /// Their request gets 503 with a `Retry-After` of 1 to 30 seconds, so that those who are turned away together do not
    /// come back together. Any more are closed as soon as they are accepted.
    package var surplusLimit = 500
    /// Whether a connection above the limit takes the place of the one that has been longest without sending the whole
    /// head of a request, or the body of one that is refused, so that nobody is kept out by those who say nothing.
    package var silentMakeRoom = false
    /// Files that the handler keeps open to be sent, 0 or more; room is made for them, and nothing else is done.
    package var fileLimit = 0
    /// How long a connection may pass no byte in either direction; whole seconds, at least 1.
    package var idleTimeout: Duration = .seconds(60)
    /// How long one exchange may take, from the moment the connection could last have been idle (it opened, or
    /// its previous answer was sent) until the answer is sent.
    ///
    /// This bounds clients that send or read a byte at a time and so are never idle. Between requests the
    /// connection may wait for `idleTimeout` besides.
    package var exchangeTimeout: Duration = .seconds(60)
    /// Bytes of the request line and all headers; above: 431.
    ///
    /// Each connection holds this and 6 KiB more, which are cleared after each request.
    package var maximumHeadSize = 4 * 1024
    /// Bytes of the request target (path and query); above: 414.
    package var maximumTargetLength = 2 * 1024
    /// Bytes of a request's body; above: 413.
    package var maximumBodySize = 64 * 1024
    /// Whether handlers are given the body; otherwise it is read and thrown away.
    package var keepsBodies = false
    /// Called when the headers have arrived, before any of the body is read; must be quick.
    ///
    /// nil: every request is admitted. What it throws becomes a 500.
    package var admit: (@Sendable (borrowing Request) throws -> Admission)?
    /// What the server proves itself by; nil: plain HTTP.
    package var certificate: CertificateFile?
    /// Called after each exchange, on the thread that served it, for access logs and metrics; must be quick.
    package var observe: (@Sendable (borrowing Exchange) -> Void)?

    package init(address: ListenAddress) {
        self.address = address
        threads = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
}

extension Configuration {
    /// Refuses limits under which nothing could be served.
    func check() throws(HTTPServerError) {
        func require(_ condition: Bool, _ name: String, _ cause: String) throws(HTTPServerError) {
            guard !condition else { return }
            throw HTTPServerError(
                operation: "serve with",
                subject: name,
                cause: cause,
                advice: "choose a larger value"
            )
        }
        try require(threads >= 1, "threads \(threads)", "it is below 1")
        try require(connectionLimit >= 1, "connectionLimit \(connectionLimit)", "it is below 1")
        try require(surplusLimit >= 0, "surplusLimit \(surplusLimit)", "it is below 0")
        try require(fileLimit >= 0, "fileLimit \(fileLimit)", "it is below 0")
        try require(idleTimeout >= .seconds(1), "idleTimeout \(idleTimeout)", "it is below 1 second")
        try require(exchangeTimeout > .zero, "exchangeTimeout \(exchangeTimeout)", "it is not above 0")
        try require(maximumHeadSize >= 1024, "maximumHeadSize \(maximumHeadSize)", "it is below 1024 bytes")
        try require(maximumTargetLength >= 1, "maximumTargetLength \(maximumTargetLength)", "it is below 1")
        try require(maximumBodySize >= 0, "maximumBodySize \(maximumBodySize)", "it is below 0")
    }
}
