package import RolloutStore

extension Change {
    /// The names of the columns as a line of CSV (RFC 4180), with its end.
    package static let csvHeader = csvLine([
        "revision", "time", "actor", "action", "app", "kind", "name", "before", "after", "reason", "hash",
    ])

    /// As a line of CSV (RFC 4180), with its end; a document that there was none of is an empty field.
    ///
    /// A field that a spreadsheet would take for a formula has an apostrophe in front, which those programs hide; so the
    /// exact text is only in the JSON form.
    package var csv: String {
        Self.csvLine([
            "\(revision)", "\(time)", actor, action, key.app, key.kind, key.name, before ?? "", after ?? "",
            reason, "\(hash)",
        ])
    }

    private static func csvLine(_ fields: [String]) -> String {
        fields.map { quoted(defused($0)) }.joined(separator: ",") + "\r\n"
    }

    /// Names that an outsider can choose end up in these lines, and `=HYPERLINK(...)` in a reader's hands.
    private static func defused(_ field: String) -> String {
        let starts: [Unicode.Scalar] = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]
        return field.unicodeScalars.first.map(starts.contains) == true ? "'\(field)" : field
    }

    private static func quoted(_ field: String) -> String {
        let special: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: ","), 0x0D, 0x0A]
        guard field.utf8.contains(where: special.contains) else { return field }
        // By bytes: a character may be more than the quotation mark that begins it.
        let bytes = field.utf8.flatMap { $0 == special[0] ? [$0, $0] : [$0] }
        return "\"\(String(decoding: bytes, as: UTF8.self))\""
    }
}
