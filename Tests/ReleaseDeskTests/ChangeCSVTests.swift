import ReleaseDesk
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("A change as a line of CSV")
struct ChangeCSVTests {
    private func change(_ text: String, before: String?) -> Change {
        Change(
            revision: 7,
            millisecondsSince1970: 1_796_083_200_125,
            actor: text,
            action: "flag set",
            key: StateKey(app: "aurora", kind: "override", name: text),
            before: before,
            after: "{\"value\":\"\(text)\"}",
            reason: text,
            hash: ChangeHash(bytes: [0xAB, 1])
        )
    }

    @Test(
        "is read back by another CSV reader as it was",
        arguments: [
            "plain", "", "a,b", "\"", "a \"quoted\" word", "line\r\nbreak", "last\n", "日付, ずれる", "\"\u{301}",
            "a\0b", " space ", "'",
        ]
    )
    func roundTrip(text: String) throws {
        let changes = [change(text, before: nil), change(text, before: "{}")]
        let csv = Change.csvHeader + changes.map(\.csv).joined()
        let answer = try Python.answer(
            to: .bytes(Array(csv.utf8)),
            """
            import csv, io
            text = base64.b64decode(request).decode()
            answer = list(csv.reader(io.StringIO(text, newline=""), strict=True))
            """
        )
        let fields: (String) -> [JSON] = { before in
            [
                "7", "2026-12-01T00:00:00.125Z", .string(text), "flag set", "aurora", "override",
                .string(text), .string(before), .string("{\"value\":\"\(text)\"}"), .string(text), "ab01",
            ]
        }
        let header: JSON = [
            "revision", "time", "actor", "action", "app", "kind", "name", "before", "after", "reason", "hash",
        ]
        #expect(answer == .array([header, .array(fields("")), .array(fields("{}"))]))
    }

    @Test(
        "does not command a spreadsheet",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("\t=1", "'\t=1"), ("＝1", "'＝1"),
            ("=a,b", "\"'=a,b\""), ("\r=1", "\"'\r=1\""), ("a=1", "a=1"), ("=\u{301}1", "'=\u{301}1"),
        ]
    )
    func formula(text: String, field: String) throws {
        let line = change(text, before: nil).csv
        #expect(
            line.hasPrefix("7,2026-12-01T00:00:00.125Z,\(field),flag set,aurora,override,\(field),"),
            "\(line)"
        )
        #expect(line.hasSuffix(",\(field),ab01\r\n"), "\(line)")
    }
}
