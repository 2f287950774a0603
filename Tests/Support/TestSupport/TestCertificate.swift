import Foundation

/// A certificate of this machine's that signs itself, and its key, as files that go away with their directory.
package struct TestCertificate: Sendable {
    /// In PEM.
    package let certificate: String
    /// In PEM.
    package let key: String

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Makes both with OpenSSL.
    ///
    /// - Parameters:
    ///   - name: Of the files.
    ///   - host: For whom it is, besides 127.0.0.1.
    package init(in directory: TemporaryDirectory, name: String = "server", host: String = "localhost") throws
    {
        certificate = directory.file("\(name).crt")
        key = directory.file("\(name).key")
        let end = try RunningProgram.run(
            URL(filePath: "/usr/bin/openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
                "2",
                "-subj", "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host),IP:127.0.0.1", "-keyout", key,
                "-out", certificate,
            ]
        )
        guard end.status == 0 else {
            throw Failure(description: "openssl made no certificate: \(end.errors)")
        }
    }
}
