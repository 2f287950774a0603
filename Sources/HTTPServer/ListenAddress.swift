/// Where a server listens: a host and a port.
package struct ListenAddress: Equatable, Sendable, CustomStringConvertible {
    /// An IPv4 address, an IPv6 address without brackets, or a name such as `localhost`.
    package var host: String
    /// 0 lets the system choose a free one.
    package var port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT`; an IPv6 address stands in brackets: `[::1]:8080`.
    package init(parsing text: String) throws(HTTPServerError) {
        func refusal(_ cause: String) -> HTTPServerError {
            HTTPServerError(
                operation: "parse the address",
                subject: "\"\(text)\"",
                cause: cause,
                advice: "write HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080"
            )
        }
        guard let colon = text.lastIndex(of: ":") else { throw refusal("it has no port") }
        var host = text[..<colon]
        let digits = text[text.index(after: colon)...]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") || host.contains("[") || host.contains("]") {
            throw refusal("an IPv6 address belongs in brackets, before a colon and the port")
        }
        guard !host.isEmpty else { throw refusal("it has no host") }
        guard !digits.isEmpty else { throw refusal("it has no port") }
        guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw refusal("the port \"\(digits)\" is not a number")
        }
        guard let port = UInt16(digits) else { throw refusal("the port \(digits) is above 65535") }
        self.init(host: String(host), port: port)
    }

    /// `HOST:PORT`, as `init(parsing:)` reads it.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
