import AdminProtocol
import AdminService
import CommandLineKit
import ConfigService
import HTTPServer
import Rollout
import SystemClock

extension Option {
    static let certificate = Option(
        "tls-certificate",
        value: "FILE",
        help:
            "Serve by TLS with the certificate chain in this file (PEM); taken up anew when it is replaced.",
        completion: .file
    )
    static let certificateKey = Option(
        "tls-key",
        value: "FILE",
        help: "The private key of --tls-certificate (PEM, no password).",
        completion: .file
    )
    static let adminListen = Option(
        "admin-listen",
        value: "HOST:PORT",
        help:
            "Where to listen for those who change the store from another machine, with tokens of `widgetctl token`. "
            + "Otherwise nowhere. Another address than this machine's own needs TLS, or a proxy that has it."
    )
    static let adminCertificate = Option(
        "admin-tls-certificate",
        value: "FILE",
        help: "The same as --tls-certificate, for --admin-listen.",
        completion: .file
    )
    static let adminCertificateKey = Option(
        "admin-tls-key",
        value: "FILE",
        help: "The private key of --admin-tls-certificate.",
        completion: .file
    )
    static let adminBehindProxy = Option.flag(
        "admin-behind-proxy",
        help:
            "A proxy in front of --admin-listen has TLS, and says in X-Forwarded-For for whom it asks. Nobody else may "
            + "reach that address."
    )
}

extension Invocation {
    /// The certificate that two options name; nil without them.
    func certificate(_ certificate: Option, _ key: Option) throws -> CertificateFile? {
        switch (value(of: certificate), value(of: key)) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return try CertificateFile(certificatePath: certificate, keyPath: key)
        default: throw UsageError("--\(certificate.name) and --\(key.name) go together")
        }
    }

    /// The admin listener; nil when there is to be none.
    func adminSettings(sharing service: ConfigService, storePath: String) throws -> AdminService.Settings? {
        guard let address = try value(of: .adminListen, as: { try ListenAddress(parsing: $0) }) else {
            for option in [Option.adminCertificate, .adminCertificateKey, .adminBehindProxy]
            where isSet(option) {
                throw UsageError("--\(option.name) goes with --admin-listen")
            }
            return nil
        }
        var settings = AdminService.Settings(
            address: address,
            storePath: storePath,
            traffic: { service.traffic },
            clock: Instant.now
        )
        settings.certificate = try certificate(.adminCertificate, .adminCertificateKey)
        settings.isBehindProxy = isSet(.adminBehindProxy)
        settings.accessLog = service.accessLog
        guard settings.certificate != nil || settings.isBehindProxy || address.isLoopback else {
            throw UsageError(
                "--admin-listen \(address) would have tokens read on their way: add --admin-tls-certificate and "
                    + "--admin-tls-key, or --admin-behind-proxy where a proxy has TLS, or listen on 127.0.0.1"
            )
        }
        return settings
    }
}

extension ConfigService {
    fileprivate var traffic: Traffic {
        let (polls, notModified) = pollCounts
        return Traffic(
            polls: polls,
            notModified: notModified,
            waiting: Int64(waitingCount),
            connections: Int64(connectionCount),
            revision: revision
        )
    }
}

extension ListenAddress {
    /// Whether only this machine can reach it, by its name or number.
    fileprivate var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
        return isIPv4 || host == "::1" || host == "localhost"
    }
}
