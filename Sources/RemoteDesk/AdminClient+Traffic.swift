package import AdminProtocol

extension AdminClient {
    /// What the server does for the apps' clients.
    ///
    /// - Throws: ``RemoteError``.
    package func traffic() throws -> Traffic { try get(.traffic) { Traffic($0) } }
}
