import Glibc
import Synchronization

/// A server's certificate and private key in two files (PEM), which may be replaced while it serves.
package final class CertificateFile: Sendable {
    /// The chain: the server's certificate first.
    package let certificatePath: String
    /// The key, without a password; nobody but its owner and group may read it.
    package let keyPath: String
    private let state: Mutex<State>

    private struct State {
        var certificate: ServerCertificate
        var stamps: [Stamp]
    }

    /// Larger files are no certificates.
    private static let sizeLimit = 1 << 20

    /// - Throws: When a file cannot be read or used, or everybody may read the key.
    package init(certificatePath: String, keyPath: String) throws(HTTPServerError) {
        self.certificatePath = certificatePath
        self.keyPath = keyPath
        state = Mutex(try Self.load(certificatePath, keyPath))
    }

    /// What connections that open from now on use.
    var current: ServerCertificate { state.withLock { $0.certificate } }

    /// Reads the files again if one of them was changed.
    ///
    /// - Returns: Whether there is another certificate from now on.
    /// - Throws: When they cannot be used; the one before stays in force.
    package func refresh() throws(HTTPServerError) -> Bool {
        let stamps = [Stamp(certificatePath), Stamp(keyPath)]
        guard stamps != state.withLock({ $0.stamps }) else { return false }
        let loaded = try Self.load(certificatePath, keyPath)
        state.withLock { $0 = loaded }
        return true
    }

    private static func load(_ certificatePath: String, _ keyPath: String) throws(HTTPServerError) -> State {
        // Before the files are read, so that what is written meanwhile is seen the next time.
        let stamps = [Stamp(certificatePath), Stamp(keyPath)]
        guard stamps[1].mode & 0o007 == 0 else {
            throw error(keyPath, "everybody may read it", "chmod o= \(keyPath)")
        }
        let certificates = try read(certificatePath)
        let key = try read(keyPath)
        do throws(ServerCertificate.Fault) {
            let certificate = try ServerCertificate(chain: certificates, privateKey: key)
            return State(certificate: certificate, stamps: stamps)
        } catch {
            throw Self.error(
                error.isOfKey ? keyPath : certificatePath,
                error.reason,
                "name the chain and its key, in PEM and without a password"
            )
        }
    }

    private static func read(_ path: String) throws(HTTPServerError) -> WipedBytes {
        // Without O_NONBLOCK a pipe in the file's place would keep the caller waiting.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError(path) }
        defer { close(descriptor) }
        guard let bytes = WipedBytes(of: descriptor, atMost: sizeLimit) else { throw systemError(path) }
        guard bytes.count <= sizeLimit else { throw error(path, "it is too long", "name a file in PEM") }
        return bytes
    }

    private static func systemError(_ path: String) -> HTTPServerError {
        error(path, String(cString: strerror(errno)), "name a file that this user may read")
    }

    private static func error(_ path: String, _ cause: String, _ advice: String) -> HTTPServerError {
        HTTPServerError(operation: "use for TLS", subject: path, cause: cause, advice: advice)
    }
}

/// What tells a file from what it was.
private struct Stamp: Equatable {
    /// The permissions; zero when there is no such file.
    var mode: mode_t = 0
    private var node: ino_t = 0
    private var size: off_t = 0
    private var seconds: time_t = 0
    private var nanoseconds = 0

    init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        (mode, node, size) = (status.st_mode, status.st_ino, status.st_size)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
