import Glibc
package import HTTPServer

/// A TCP socket of a test's own at a port of the loopback that was free; closed with its last reference.
package final class LoopbackSocket: Sendable {
    package let descriptor: Int32
    /// Where it is.
    package let address: ListenAddress

    /// - Parameter backlog: So many clients may wait to be accepted; nil: none can connect.
    package init(backlog: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let descriptor = descriptor
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &name) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && backlog.map { listen(descriptor, $0) == 0 } ?? true
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        address = ListenAddress(host: "127.0.0.1", port: UInt16(bigEndian: name.sin_port))
        guard isBound else {
            throw RawClient.Failure("a socket of the loopback: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(descriptor) }
}
