import CMicroHTTPD
import Glibc

// The functions that the library calls. They are the border: nothing throws across it, and each pointer is
// turned into what it is here and nowhere else.
//
// `context` is the ServingContext of the daemon. Its ServingThread owns it and lets go of it only after the daemon has
// been stopped, so it is alive in every call. A connection's context is its Connection, retained when the connection
// opens and released when the library reports it closed, after which the library names it no more.

extension ServingContext {
    /// One of the library's daemons on a listening socket, which it closes in the end; nil, and `errno`, when it cannot be
    /// made.
    func makeDaemon(listeningOn descriptor: Int32) -> OpaquePointer? {
        let configuration = engine.configuration
        var settings = CMHD_Settings()
        settings.listen_socket = descriptor
        // The limit on all connections is kept in admits(); that of one daemon is only not to interfere.
        settings.connection_limit = UInt32(
            clamping: configuration.connectionLimit + configuration.surplusLimit + 16
        )
        settings.idle_timeout_seconds = UInt32(clamping: configuration.idleTimeout.components.seconds)
        // Besides the head itself: an entry for each header, and the head of the response.
        settings.connection_memory = configuration.maximumHeadSize + 6 * 1024
        settings.certificate = configuration.certificate == nil ? nil : certificateWanted
        settings.context = Unmanaged.passUnretained(self).toOpaque()
        settings.accept = acceptPolicy
        settings.answer = requestReceived
        settings.target_received = targetReceived
        settings.connection_changed = connectionChanged
        settings.completed = exchangeCompleted
        settings.unescape = leaveEscaped
        return CMHD_start(&settings)
    }
}

private func serving(_ context: UnsafeMutableRawPointer) -> ServingContext {
    Unmanaged<ServingContext>.fromOpaque(context).takeUnretainedValue()
}

private func engine(_ context: UnsafeMutableRawPointer) -> Engine { serving(context).engine }

private func connection(_ context: UnsafeMutableRawPointer) -> Connection {
    Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
}

private func acceptPolicy(
    context: UnsafeMutableRawPointer?,
    address: UnsafePointer<sockaddr>?,
    size: socklen_t
) -> MHD_Result {
    guard let context else { return .NO }
    return engine(context).admits() ? .YES : .NO
}

private func connectionChanged(
    context: UnsafeMutableRawPointer?,
    handle: OpaquePointer?,
    connectionContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    change: MHD_ConnectionNotificationCode
) {
    guard let context, let handle, let connectionContext else { return }
    if change == .CONNECTION_NOTIFY_STARTED {
        let opened = engine(context).open(handle, wakeUp: serving(context).wakeUp)
        connectionContext.pointee = Unmanaged.passRetained(opened).toOpaque()
    } else if let known = connectionContext.pointee {
        engine(context).close(Unmanaged<Connection>.fromOpaque(known).takeRetainedValue())
        connectionContext.pointee = nil
    }
}

/// The library calls this for each request, when its first line is complete; what it returns is handed to
/// `requestReceived` and `exchangeCompleted`.
private func targetReceived(
    context: UnsafeMutableRawPointer?,
    target: UnsafePointer<CChar>?,
    handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let context, let handle, let known = CMHD_context(handle) else { return nil }
    let bytes = UnsafeBufferPointer(
        start: UnsafeRawPointer(target)?.assumingMemoryBound(to: UInt8.self),
        count: target.map { strlen($0) } ?? 0
    )
    connection(known).begin(bytes, limit: engine(context).configuration.maximumTargetLength)
    return known
}

/// Called once with the headers, then for each piece of the body, then once for the answer.
private func requestReceived(
    context: UnsafeMutableRawPointer?,
    handle: OpaquePointer?,
    target: UnsafePointer<CChar>?,
    method: UnsafePointer<CChar>?,
    version: UnsafePointer<CChar>?,
    body: UnsafePointer<CChar>?,
    bodySize: UnsafeMutablePointer<Int>?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let handle, let target, let method, let version, let bodySize,
        let known = requestContext?.pointee
    else { return .NO }
    let (engine, connection) = (engine(context), connection(known))
    if connection.stage == .head {
        let head = RequestHead(handle: handle, method: method, target: target, version: version)
        return engine.headReceived(head, on: connection)
    }
    if bodySize.pointee > 0 {
        let size = bodySize.pointee
        // Nothing is left for the library to keep.
        bodySize.pointee = 0
        return engine.bodyReceived(UnsafeRawBufferPointer(start: body, count: size), on: connection)
    }
    return engine.answer(on: connection, handle)
}

private func exchangeCompleted(
    context: UnsafeMutableRawPointer?,
    handle: OpaquePointer?,
    requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    reason: MHD_RequestTerminationCode
) {
    guard let context, let handle, let known = requestContext?.pointee else { return }
    engine(context).completed(
        connection(known),
        handle,
        isComplete: reason == .REQUEST_TERMINATED_COMPLETED_OK
    )
    requestContext?.pointee = nil
}

/// In place of the library's decoding: the target stays as it was sent.
private func leaveEscaped(
    context: UnsafeMutableRawPointer?,
    handle: OpaquePointer?,
    text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

/// A TLS session begins: hands over the certificate that is in force.
private func certificateWanted(
    session: gnutls_session_t?,
    info: UnsafePointer<gnutls_cert_retr_st>?,
    certificates: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    count: UnsafeMutablePointer<UInt32>?,
    statements: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_ocsp_data_st>?>?,
    statementCount: UnsafeMutablePointer<UInt32>?,
    key: UnsafeMutablePointer<gnutls_privkey_t?>?,
    flags: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let session, let handle = CMHD_connection_of_session(session), let known = CMHD_context(handle),
        let certificates, let count, let statementCount, let key, let flags,
        let certificate = connection(known).certificate
    else { return -1 }
    certificate.lend(certificates, count, key)
    statementCount.pointee = 0
    flags.pointee = 0
    return 0
}
