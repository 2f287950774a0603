import Glibc

/// A request method (RFC 9110 section 9).
package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case patch = "PATCH"
    case options = "OPTIONS"
    /// Everything that the server does not know by name, different letter case included.
    case other = ""

    /// Finds the method without making a string for the two that nearly all requests use.
    init(name: UnsafePointer<CChar>) {
        if strcmp(name, "GET") == 0 {
            self = .get
        } else if strcmp(name, "HEAD") == 0 {
            self = .head
        } else {
            self = Method(rawValue: String(cString: name)) ?? .other
        }
    }
}
