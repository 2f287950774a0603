import Testing

@testable import HTTPServer

@Suite struct PercentEncodingTests {
    @Test(
        "Escapes are decoded once, and only as UTF-8",
        arguments: [
            ("", ""), ("a-b", "a-b"), ("%41%7a", "Az"), ("%E2%82%AC", "\u{20AC}"), ("%e2%82%ac", "\u{20AC}"),
            ("a%2Fb", "a/b"), ("%252F", "%2F"), ("a+b", "a+b"), ("%", nil), ("%4", nil), ("%4g", nil),
            ("%00", nil), ("%FF", nil), ("%C0%AF", nil), ("%ED%A0%80", nil),
        ] as [(String, String?)]
    )
    func decodes(encoded: String, decoded: String?) {
        #expect(PercentEncoding.decode(Array(encoded.utf8).span) == decoded)
    }
}
