import CMicroHTTPD
import Glibc

/// The request line and headers as the library hands them over, valid within one callback.
struct RequestHead {
    let handle: OpaquePointer
    /// All three lie in the connection's buffer, in this order.
    let method: UnsafePointer<CChar>
    let target: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>

    /// The library passes on nothing but `HTTP/1.` and a digit.
    var isHTTP10: Bool { version[7] == CChar(UInt8(ascii: "0")) }

    /// Bytes of the target as sent: the version follows it after one space.
    var targetLength: Int { version - target - 1 }

    /// Bytes of the request line and all headers.
    var size: Int { CMHD_head_size(handle) }

    /// Whether the client waits for 100 before it sends the body (RFC 9110 section 10.1.1).
    var expectsContinue: Bool {
        HeaderFields(connection: handle).withValue(of: "Expect") { $0 != nil }
    }
}
