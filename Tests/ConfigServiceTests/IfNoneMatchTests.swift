import Testing

@testable import ConfigService

@Suite struct IfNoneMatchTests {
    private func matches(_ field: String?) -> Bool {
        let tag = Array("\"abc\"".utf8)
        guard let field else { return IfNoneMatch.matches(tag, nil) }
        let bytes = Array(field.utf8)
        return IfNoneMatch.matches(tag, bytes.span)
    }

    @Test(
        "The tag is found alone, weak, in a list and in an asterisk",
        arguments: [
            "\"abc\"", "W/\"abc\"", " \"abc\" ", "\"x\", \"abc\"", "\"x\",W/\"abc\",\"y\"",
            "\"x\" ,\t\"abc\"", "*",
            " * ", "\"a,b\", \"abc\"", ", ,\"abc\"", "\"\", \"abc\"", "\"abc\", broken",
        ]
    )
    func found(_ field: String) {
        #expect(matches(field))
    }

    @Test(
        "Another tag, and what is no list of tags, do not match",
        arguments: [
            nil, "", "\"\"", "\"ab\"", "\"abcd\"", "\"ABC\"", "abc", "\"abc", "abc\"", "w/\"abc\"", "W/abc",
            "W/",
            "\"x\" \"abc\"", "broken, \"abc\"", "\"x\", *", "**", "\"x,abc\"", "\"x\"\"abc\"", ",",
            "W /\"abc\"",
        ] as [String?]
    )
    func missed(_ field: String?) {
        #expect(!matches(field))
    }
}
