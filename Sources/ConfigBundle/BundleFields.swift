/// The header fields of a response that say whose the bundle is and whether it is whole.
///
/// They do not depend on how the bundle travelled, compressed or as a delta, and may be kept with it in a file to be
/// checked again later.
public struct BundleFields: Hashable, Sendable {
    /// The fields there can be, in the order in which they are sent.
    package enum Name: String, CaseIterable, Sendable {
        /// The SHA-256 of the identity bytes (IETF draft "HTTP Unencoded Digest"): unlike that of `Repr-Digest`
        /// (RFC 9530) it stays right when the coding is undone or changed on the way.
        case unencodedDigest = "Unencoded-Digest"
        case app = "Widget-App"
        case revision = "Widget-Revision"
        /// RFC 9421 section 4.1.
        case signatureInput = "Signature-Input"
        /// RFC 9421 section 4.2.
        case signature = "Signature"
    }

    /// In the order of the names; nil where one is missing.
    private var values: [String?] = Name.allCases.map { _ in nil }

    /// Takes from a response the fields that are meant here.
    ///
    /// - Parameter fields: All that the response has. Names are compared without regard to case; of several fields with
    ///   one name the values are joined (RFC 9110 section 5.3), and white space around them does not count.
    public init(_ fields: [(name: String, value: String)]) {
        for (name, value) in fields {
            guard let place = Name.allCases.firstIndex(where: { equalsIgnoringCase($0.rawValue, name) })
            else { continue }
            let value = trimmed(value)
            values[place] = values[place].map { "\($0), \(value)" } ?? value
        }
    }

    /// Takes the values as they were kept.
    ///
    /// - Parameter values: Of each name in `Name`, in their order; nil where one is missing.
    package init(inOrder values: [String?]) {
        precondition(values.count == Name.allCases.count, "a value, or nil, for each name")
        self.values = values
    }

    /// The fields that are there, each once, names and values as they are sent.
    public var list: [(name: String, value: String)] {
        zip(Name.allCases, values).compactMap { name, value in value.map { (name.rawValue, $0) } }
    }

    /// nil when it is missing.
    package subscript(name: Name) -> String? { Name.allCases.firstIndex(of: name).flatMap { values[$0] } }
}

/// ASCII letters alone are compared without regard to case: field names have no others.
private func equalsIgnoringCase(_ a: String, _ b: String) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
    return a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8) { lower($0) == lower($1) }
}

/// Without spaces and tabs around it.
private func trimmed(_ value: String) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let start = value.utf8.drop(while: isBlank)
    let count = start.reversed().drop(while: isBlank).count
    return String(decoding: start.prefix(count), as: UTF8.self)
}
