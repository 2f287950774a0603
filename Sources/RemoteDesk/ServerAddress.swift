/// Where a server of the admin API is: `https://HOST[:PORT]`, with a path in front of its own if a proxy has one.
package struct ServerAddress: Equatable, Sendable, CustomStringConvertible {
    /// Without a slash at the end.
    package let description: String
    /// Whether it is this machine, by a name or address that cannot be another's.
    package let isLoopback: Bool

    /// Why a text is no address.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// - Throws: ``Fault`` also for `http` to another machine, where the token could be read on its way.
    package init(parsing text: String) throws(Fault) {
        guard let mark = text.range(of: "://") else {
            throw Fault(description: "write it like https://widgets.example.org or http://127.0.0.1:8081")
        }
        let scheme = text[..<mark.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw Fault(description: "\(scheme) is neither https nor http")
        }
        let rest = text[mark.upperBound...]
        guard rest.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !rest.contains(where: { "@?#\\\"<>".contains($0) })
        else { throw Fault(description: "it may have a host, a port and a path, and nothing else") }
        let authority = rest.prefix { $0 != "/" }
        let host = Self.host(of: authority)
        guard let host, !host.isEmpty else {
            throw Fault(description: "it has no host, or a port that is none")
        }
        isLoopback = Self.isLoopback(host)
        guard scheme == "https" || isLoopback else {
            throw Fault(
                description:
                    "your token could be read on its way to \(host): use https, or a tunnel to 127.0.0.1"
            )
        }
        let path = rest.dropFirst(authority.count)
        description = "\(scheme)://\(authority)\(String(path.reversed().drop { $0 == "/" }.reversed()))"
    }

    /// nil when the port is none.
    private static func host(of authority: Substring) -> Substring? {
        var host = authority
        let end = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        if authority.hasPrefix("["), end == nil { return nil }
        let tail = authority[(end ?? authority.startIndex)...]
        if let colon = tail.lastIndex(of: ":") {
            guard let port = UInt16(authority[authority.index(after: colon)...]), port > 0 else { return nil }
            host = authority[..<colon]
        }
        return host
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension String {
    /// The standard library has this for collections, and Foundation, which is not wanted here, for strings.
    fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
