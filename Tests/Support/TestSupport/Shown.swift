import Testing

/// An argument of a test that the test's report shows escaped and short, since it would command the terminal that the
/// report appears on, or fill it.
package struct Shown<Value: Sendable>: CustomTestStringConvertible, Sendable {
    package let value: Value
    package let testDescription: String
}

extension Shown<String>: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
{
    package init(_ text: String) {
        value = text
        let start = text.unicodeScalars.prefix(80)
        let escaped = start.map { $0.escaped(asASCII: true) }.joined()
        let count = text.utf8.count
        testDescription =
            start.count == text.unicodeScalars.count ? "\"\(escaped)\"" : "\"\(escaped)…\" (\(count) bytes)"
    }

    package init(stringLiteral text: String) { self.init(text) }
}

extension Shown<[UInt8]>: ExpressibleByArrayLiteral {
    package init(_ bytes: [UInt8]) {
        value = bytes
        let start = bytes.prefix(16).map { String($0, radix: 16) }.joined(separator: " ")
        testDescription = bytes.count <= 16 ? "[\(start)]" : "[\(start) …] (\(bytes.count) bytes)"
    }

    package init(arrayLiteral bytes: UInt8...) { self.init(bytes) }
}
