import CMicroHTTPD
import Glibc

/// Owns a certificate chain and its private key, as GnuTLS uses them.
///
/// Sessions borrow both, and keep a reference for as long as they do.
final class ServerCertificate: @unchecked Sendable {
    // Safe to share: nothing changes after init, and GnuTLS only reads what it is lent.
    private let chain: UnsafeMutablePointer<gnutls_pcert_st>
    private let count: UInt32
    private let key: gnutls_privkey_t

    /// The most certificates of a chain.
    private static let chainLimit: UInt32 = 16

    /// Why a certificate or key cannot be used.
    struct Fault: Error {
        /// Whether it is about the key's file; otherwise it is about the certificates'.
        let isOfKey: Bool
        let reason: String
    }

    /// - Parameters:
    ///   - chain: In PEM, the server's certificate first, then those that lead to the root.
    ///   - privateKey: In PEM, without a password. GnuTLS makes its own key of it, and keeps that in memory for as long as
    ///     this object or one of its sessions lives.
    init(
        chain certificates: borrowing WipedBytes,
        privateKey: borrowing WipedBytes
    ) throws(Fault) {
        var key: gnutls_privkey_t?
        try Self.check(gnutls_privkey_init(&key), isOfKey: true)
        guard let key else { throw Fault(isOfKey: true, reason: "out of memory") }
        var isMade = false
        defer { if !isMade { gnutls_privkey_deinit(key) } }
        try Self.check(
            Self.withDatum(privateKey) {
                gnutls_privkey_import_x509_raw(key, $0, GNUTLS_X509_FMT_PEM, nil, 0)
            },
            isOfKey: true
        )
        var count = Self.chainLimit
        let chain = UnsafeMutablePointer<gnutls_pcert_st>.allocate(capacity: Int(count))
        defer { if !isMade { chain.deallocate() } }
        try Self.check(
            Self.withDatum(certificates) {
                gnutls_pcert_list_import_x509_raw(chain, &count, $0, GNUTLS_X509_FMT_PEM, 0)
            },
            isOfKey: false
        )
        guard count > 0, Self.belongTogether(chain.pointee, key) else {
            for index in 0..<Int(count) { gnutls_pcert_deinit(chain + index) }
            throw Fault(isOfKey: true, reason: "it is not the key of the first certificate")
        }
        (self.chain, self.count, self.key) = (chain, count, key)
        isMade = true
    }

    deinit {
        for index in 0..<Int(count) { gnutls_pcert_deinit(chain + index) }
        chain.deallocate()
        gnutls_privkey_deinit(key)
    }

    /// Lets a session use it; the caller keeps this object for as long.
    func lend(
        _ certificates: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>,
        _ number: UnsafeMutablePointer<UInt32>,
        _ privateKey: UnsafeMutablePointer<gnutls_privkey_t?>
    ) {
        certificates.pointee = chain
        number.pointee = count
        privateKey.pointee = key
    }

    private static func check(_ code: Int32, isOfKey: Bool) throws(Fault) {
        guard code < 0 else { return }
        throw Fault(isOfKey: isOfKey, reason: String(cString: gnutls_strerror(code)))
    }

    private static func withDatum(
        _ bytes: borrowing WipedBytes,
        _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
    ) -> Int32 {
        bytes.withBytes { bytes in
            var datum = gnutls_datum_t(
                data: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
                size: UInt32(bytes.count)
            )
            return body(&datum)
        }
    }

    /// Whether the key made the certificate's public part: both have the same ID.
    private static func belongTogether(_ certificate: gnutls_pcert_st, _ key: gnutls_privkey_t) -> Bool {
        var publicKey: gnutls_pubkey_t?
        guard gnutls_pubkey_init(&publicKey) == 0, let publicKey else { return false }
        defer { gnutls_pubkey_deinit(publicKey) }
        guard gnutls_pubkey_import_privkey(publicKey, key, 0, 0) == 0 else { return false }
        guard let own = identifier(publicKey), let certified = identifier(certificate.pubkey) else {
            return false
        }
        return own == certified
    }

    private static func identifier(_ key: gnutls_pubkey_t?) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        var size = bytes.count
        guard gnutls_pubkey_get_key_id(key, UInt32(GNUTLS_KEYID_USE_SHA256.rawValue), &bytes, &size) == 0
        else {
            return nil
        }
        return Array(bytes.prefix(size))
    }
}
