extension JSON {
    /// The canonical form: equal values give equal bytes.
    ///
    /// UTF-8, keys in the order of their bytes, no space, no escaped slash, and only those escapes that RFC 8259
    /// section 7 demands.
    public var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: nil)
        return bytes
    }

    /// The canonical form as text.
    public var text: String { String(decoding: canonicalBytes, as: UTF8.self) }

    /// For people: the same order and escapes, two spaces of indentation a level, a line a value.
    package var indentedText: String {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], indent: Int?) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let value): bytes += String(value).utf8
        case .number(let value): bytes += value.description.utf8
        case .string(let value): Self.write(value, to: &bytes)
        case .array(let elements):
            Self.writeList(elements, "[", "]", to: &bytes, indent: indent) { element, bytes, indent in
                element.write(to: &bytes, indent: indent)
            }
        case .object(let members):
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            Self.writeList(sorted, "{", "}", to: &bytes, indent: indent) { member, bytes, indent in
                Self.write(member.key, to: &bytes)
                bytes += (indent == nil ? ":" : ": ").utf8
                member.value.write(to: &bytes, indent: indent)
            }
        }
    }

    private static func writeList<Item>(
        _ items: [Item],
        _ open: Character,
        _ close: Character,
        to bytes: inout [UInt8],
        indent: Int?,
        _ writeItem: (Item, inout [UInt8], Int?) -> Void
    ) {
        bytes += open.utf8
        let inner = items.isEmpty ? nil : indent.map { $0 + 2 }
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if let inner { newLine(inner, in: &bytes) }
            writeItem(item, &bytes, inner)
        }
        if inner != nil, let indent { newLine(indent, in: &bytes) }
        bytes += close.utf8
    }

    private static func newLine(_ indent: Int, in bytes: inout [UInt8]) {
        bytes.append(0x0A)
        bytes += repeatElement(0x20, count: indent)
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case ..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes += "\\u00".utf8
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 0xF)])
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
