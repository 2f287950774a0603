import Glibc
import Synchronization
import Testing
import TestSupport

@testable import CommandLineKit

@Suite struct TextTests {
    @Test(
        "Text takes as many columns as a terminal gives it",
        arguments: [
            ("", 0), ("abc", 3), ("日付", 4), ("한국어", 6), ("ｱｲｳ", 3), ("ＡＢ", 4), ("e\u{301}", 1), ("é", 1),
            ("😀", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇯🇵", 2), ("❤️", 2), ("1️⃣", 2), ("❤", 1), ("ไทย", 3), ("ก็", 1),
            ("\u{1100}\u{1161}\u{11A8}", 2), ("a\u{200D}b", 2), ("…", 1), ("שלום", 4), ("𠮷", 2),
        ]
    )
    func width(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test("Single characters are as wide as the C library says")
    func agreesWithTheCLibrary() throws {
        // Declared by the C library's header only with extensions that the module map leaves off.
        let symbol = try #require(dlsym(nil, "wcwidth"))
        let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        var compared = 0
        var different: [String] = []
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory != .unassigned else {
                continue
            }
            let theirs = wcwidth(wchar_t(value))
            // Characters newer than the C library have no width there.
            guard theirs >= 0 else { continue }
            compared += 1
            if scalar.displayWidth != theirs { different.append(String(value, radix: 16)) }
        }
        #expect(compared > 100_000)
        // Ahom's consonant sign medial ra is a spacing mark to Unicode and drawn as one.
        #expect(different == ["1171e"])
    }

    @Test(
        "Text from elsewhere cannot command a terminal",
        arguments: [
            ("date glitch", "date glitch"),
            ("日付 😀 é 👨‍👩‍👧", "日付 😀 é 👨‍👩‍👧"),
            ("\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"),
            ("\u{1B}]0;title\u{7}", "\\u{1B}]0;title\\u{7}"),
            ("\u{9B}2J", "\\u{9B}2J"),
            ("a\nb\rc\td\r\n", "a\\nb\\rc\\td\\r\\n"),
            ("\u{0}\u{8}\u{7F}", "\\u{0}\\u{8}\\u{7F}"),
            ("\u{202E}gpj.exe\u{2066}", "\\u{202E}gpj.exe\\u{2066}"),
            ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"),
            ("C:\\n", "C:\\n"),
        ] as [(Shown<String>, String)]
    )
    func sanitised(text: Shown<String>, expected: String) {
        #expect(text.value.sanitised == expected)
        #expect(text.value.sanitised.sanitised == expected)
    }

    @Test(
        "Text is cut to a width without splitting a character",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("ab", 1, "…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ]
    )
    func truncation(text: String, width: Int, expected: String) {
        #expect(text.truncated(toWidth: width) == expected)
    }

    @Test("A sentence that is too long for a terminal is broken between words, and elsewhere not at all")
    func tell() throws {
        let sentence = "  fix: name https://example.com/a-long-address instead"
        func told(_ terminal: Terminal) throws -> String {
            let text = Mutex("")
            let stream = Output.Stream(terminal: terminal) { piece in text.withLock { $0 += piece } }
            try stream.tell(sentence: sentence)
            try stream.tell("error:", .red, sentence: "it is wrong")
            return text.withLock(\.self)
        }
        #expect(try told(.none) == "\(sentence)\nerror: it is wrong\n")
        #expect(
            try told(Terminal(isTerminal: true, width: 14, hasColour: true)) == """
                  fix: name
                  https://example.com/a-long-address
                  instead
                \u{1B}[31merror:\u{1B}[0m it is
                wrong

                """
        )
        // What is set off is never torn apart.
        #expect(
            try told(Terminal(isTerminal: true, width: 4, hasColour: true)).hasSuffix(
                "error:\u{1B}[0m\nit\nis\nwrong\n"
            )
        )
    }
}
