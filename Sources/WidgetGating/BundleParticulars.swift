import ConfigBundle

/// What the App Group file says of its bundle, between the header and the bundle.
///
///     offset  bytes
///          0      8  revision; this and all numbers big-endian
///          8      8  when the server last confirmed the bundle, in milliseconds since 1970
///         16      8  by how many milliseconds its clock was ahead of the device's
///         24         texts: the app, the entity tag, and the header fields in the order of `BundleFields.Name`, each
///                    UTF-8 behind its length in 4 bytes; a length of 2^32 - 1 stands for a text that is missing
///
/// Binary, since to parse JSON took an eighth of the time to a decision
/// (`Documentation/decisions/0006-the-app-group-file.md`).
struct BundleParticulars: Equatable {
    var revision: Int64
    /// In milliseconds since 1970.
    var confirmedAt: Int64
    /// In milliseconds.
    var clockAhead: Int64
    var app: String
    /// nil: the answer had none.
    var entityTag: String?
    /// Of each name in `BundleFields.Name`, in their order; nil where one is missing.
    var fields: [String?]

    private static let missing = UInt32.max
}

extension BundleParticulars {
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for number in [revision, confirmedAt, clockAhead] { Self.append(number, to: &bytes) }
        Self.append(app, to: &bytes)
        Self.append(entityTag, to: &bytes)
        for field in fields { Self.append(field, to: &bytes) }
        return bytes
    }

    /// - Throws: When they are not of this form, or more than that.
    init(_ bytes: [UInt8]) throws(AppGroupError.Cause) {
        var rest = bytes[...]
        revision = try Self.number(Int64.self, &rest)
        confirmedAt = try Self.number(Int64.self, &rest)
        clockAhead = try Self.number(Int64.self, &rest)
        guard let app = try Self.text(&rest) else { throw .corrupt("its particulars name no app") }
        self.app = app
        entityTag = try Self.text(&rest)
        fields = []
        for _ in BundleFields.Name.allCases { fields.append(try Self.text(&rest)) }
        guard rest.isEmpty else { throw .corrupt("its particulars go on for \(rest.count) bytes") }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ text: String?, to bytes: inout [UInt8]) {
        append(text.map { UInt32($0.utf8.count) } ?? missing, to: &bytes)
        bytes.append(contentsOf: (text ?? "").utf8)
    }

    private static func number<Number: FixedWidthInteger>(
        _: Number.Type,
        _ rest: inout ArraySlice<UInt8>
    ) throws(AppGroupError.Cause) -> Number {
        let bytes = try take(Number.bitWidth / 8, of: &rest)
        var number: Number = 0
        for byte in bytes { number = number << 8 | Number(truncatingIfNeeded: byte) }
        return number
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) throws(AppGroupError.Cause) -> String? {
        let count = try number(UInt32.self, &rest)
        guard count != missing else { return nil }
        return String(decoding: try take(Int(count), of: &rest), as: UTF8.self)
    }

    private static func take(
        _ count: Int,
        of rest: inout ArraySlice<UInt8>
    ) throws(AppGroupError.Cause) -> ArraySlice<UInt8> {
        guard rest.count >= count else { throw .corrupt("its particulars are cut off") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
