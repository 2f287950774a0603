import Testing
import TestSupport

@testable import DateChecks

@Suite("Patterns and templates") struct PatternTests {
    @Test(
        "come apart into fields and text, and together again",
        arguments: [
            ("yyyy-MM-dd", 5), ("d 'de' MMMM", 5), ("h 'o''clock' a", 5), ("M月d日", 4), ("''yy", 2),
        ]
    )
    func round(_ text: String, _ count: Int) throws {
        let pattern = try DatePattern(parsing: text)
        #expect(pattern.tokens.count == count)
        #expect(pattern.text == text)
    }

    @Test(
        "that are none say why",
        arguments: [
            ("  ", "the pattern is empty"), ("d 'de MMMM", "the quote at character 3 is not closed"),
            ("dd.MM.yyyy T", "there is no pattern letter T; text is written between quotes: 'T'"),
            ("j:mm", "j is a letter of templates; a pattern says h or H, and a for the period"),
            ("d C", "C is a letter of templates; a pattern says h or H, and a for the period"),
            ("tt", "there is no pattern letter t; text is written between quotes: 't'"),
        ] as [(Shown<String>, String)]
    )
    func faults(_ text: Shown<String>, _ message: String) {
        #expect(throws: PatternFault(message)) { try DatePattern(parsing: text.value) }
    }

    @Test("of ten thousand letters are refused at once")
    func long() {
        let text = String(repeating: "M", count: 10_000)
        #expect(throws: PatternFault("10000 times M; no field has more than 9 letters")) {
            try DatePattern(parsing: text)
        }
    }

    @Test(
        "as templates hold each field once, and nothing else",
        arguments: [
            ("MMM d", "\" \" in a template: the locale brings what stands between the fields; leave it out"),
            ("MMMdMM", "the field M stands twice, and a template can hold it once"),
            ("hHmm", "the field H stands twice, and a template can hold it once"),
        ]
    )
    func templates(_ text: String, _ message: String) {
        #expect(throws: PatternFault(message)) { try DateTemplate(parsing: text) }
    }
}
