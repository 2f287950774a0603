/// The parameters of a request, in the query of its address: `a=1&b=2`, each name once.
package struct Query: Equatable, Sendable {
    package private(set) var values: [String: String]

    package init(_ values: [String: String] = [:]) { self.values = values }

    package subscript(_ name: String) -> String? { values[name] }

    /// The query as it is sent, sorted by its names; empty for none.
    package var text: String {
        values.sorted { $0.key < $1.key }.map { "\(Self.encode($0.key))=\(Self.encode($0.value))" }
            .joined(separator: "&")
    }

    /// Why a query cannot be read.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// Reads a query as it was sent.
    ///
    /// - Parameter names: The only parameters that there may be.
    /// - Throws: For an unknown parameter, one that stands twice, one without `=`, and what is no UTF-8.
    package init(parsing text: String, names: [String]) throws(Fault) {
        values = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let name = Self.decode(parts[0]), let value = Self.decode(parts[1]) else {
                throw Fault(
                    description: "a parameter of the query is not NAME=VALUE in UTF-8, percent-encoded"
                )
            }
            guard names.contains(name) else {
                let known =
                    names.isEmpty ? "there are none here" : "there is \(names.joined(separator: ", "))"
                throw Fault(description: "there is no parameter \"\(name.prefix(64))\"; \(known)")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Fault(description: "the parameter \(name) stands twice")
            }
        }
    }

    /// All but the characters that RFC 3986 section 2.3 leaves unreserved is encoded.
    private static func encode(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// nil for a broken encoding, and for what is no UTF-8.
    private static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
