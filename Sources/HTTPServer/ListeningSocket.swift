import CMicroHTTPD
import Glibc

/// A bound TCP socket that accepts connections.
///
/// The server binds by itself rather than through the library, because the library reports only that binding
/// failed, not why.
struct ListeningSocket {
    let descriptor: Int32
    /// The numeric address that was bound, with the port that the system chose.
    let address: ListenAddress

    /// Binds the first of the host's addresses that can be bound.
    ///
    /// The caller owns the descriptor.
    init(on address: ListenAddress) throws(HTTPServerError) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var candidates: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, String(address.port), &hints, &candidates)
        guard code == 0, let first = candidates else {
            throw HTTPServerError(
                operation: "listen on",
                subject: address.description,
                cause: "the host is unknown (\(String(cString: gai_strerror(code))))",
                advice: "name an address of this machine, such as 127.0.0.1, ::1 or localhost"
            )
        }
        defer { freeaddrinfo(first) }

        var failure: Int32 = 0
        for candidate in sequence(first: first, next: { $0.pointee.ai_next }) {
            switch Self.bind(candidate.pointee) {
            case .success(let descriptor):
                self.descriptor = descriptor
                self.address = Self.boundAddress(of: descriptor) ?? address
                return
            case .failure(let code): failure = code.rawValue
            }
        }
        throw Self.error(failure, address)
    }

    private struct ErrorCode: Error { let rawValue: Int32 }

    private static func bind(_ candidate: addrinfo) -> Result<Int32, ErrorCode> {
        let type = candidate.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(candidate.ai_family, type, candidate.ai_protocol)
        guard descriptor >= 0 else { return .failure(ErrorCode(rawValue: errno)) }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // A restart must not wait for the old connections' TIME_WAIT to pass.
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size) == 0,
            Glibc.bind(descriptor, candidate.ai_addr, candidate.ai_addrlen) == 0,
            listen(descriptor, SOMAXCONN) == 0
        else {
            let code = ErrorCode(rawValue: errno)
            close(descriptor)
            return .failure(code)
        }
        return .success(descriptor)
    }

    private static func boundAddress(of descriptor: Int32) -> ListenAddress? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &size) == 0 else { return nil }
                return ListenAddress(numeric: address)
            }
        }
    }

    private static func error(_ code: Int32, _ address: ListenAddress) -> HTTPServerError {
        let advice =
            switch code {
            case EADDRINUSE: "stop the program that listens there, or choose another port"
            case EADDRNOTAVAIL: "choose an address of this machine, or 0.0.0.0 for all of them"
            case EACCES: "choose a port from 1024 up, or grant CAP_NET_BIND_SERVICE"
            default: "choose another address or port"
            }
        return HTTPServerError(
            operation: "listen on",
            subject: address.description,
            cause: String(cString: strerror(code)),
            advice: advice
        )
    }
}

extension ListenAddress {
    /// The address and port in a socket address; nil when it is neither IPv4 nor IPv6.
    init?(numeric address: UnsafePointer<sockaddr>) {
        // inet_ntop fills at most INET6_ADDRSTRLEN bytes, terminator included; the casts follow sa_family,
        // which says which structure the pointer leads to.
        let raw = UnsafeRawPointer(address)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let bigEndianPort: UInt16
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            var value = raw.loadUnaligned(as: sockaddr_in.self)
            bigEndianPort = value.sin_port
            guard inet_ntop(AF_INET, &value.sin_addr, &text, socklen_t(text.count)) != nil else { return nil }
        case AF_INET6:
            var value = raw.loadUnaligned(as: sockaddr_in6.self)
            bigEndianPort = value.sin6_port
            guard inet_ntop(AF_INET6, &value.sin6_addr, &text, socklen_t(text.count)) != nil else {
                return nil
            }
        default: return nil
        }
        let characters = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        self.init(host: String(decoding: characters, as: UTF8.self), port: UInt16(bigEndian: bigEndianPort))
    }
}
