import Rollout
import StrictJSON
import TestSupport
import Testing

@testable import ConfigPolling

@Suite("A date in a header field") struct HTTPDateTests {
    private struct Unexpected: Error {
        let answer: JSON
    }

    @Test("is read as RFC 9110 writes it")
    func example() throws {
        // The example of section 5.6.7, by hand: 1994-11-06 is day 9,075 since 1970.
        let instant = Instant(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")
        let seconds: Int64 = 9_075 * 86_400 + 8 * 3_600 + 49 * 60 + 37
        #expect(instant?.millisecondsSince1970 == seconds * 1_000)
    }

    @Test("is the moment that Python writes so")
    func python() throws {
        var generator = SeededGenerator()
        let moments = (0..<400).map { _ in Int64.random(in: 0..<253_402_300_800, using: &generator) }
        let answer = try Python.answer(
            to: .array(moments.map(JSON.integer)),
            """
            from datetime import datetime, timedelta, timezone
            from email.utils import format_datetime
            start = datetime(1970, 1, 1, tzinfo=timezone.utc)
            answer = [format_datetime(start + timedelta(seconds=moment), usegmt=True) for moment in request]
            """
        )
        guard case .array(let texts) = answer else { throw Unexpected(answer: answer) }
        for (moment, text) in zip(moments, texts) {
            guard case .string(let text) = text else { throw Unexpected(answer: answer) }
            #expect(Instant(httpDate: text)?.millisecondsSince1970 == moment * 1_000, "\(text), \(generator)")
        }
    }

    @Test(
        "is passed over in any other form",
        arguments: [
            "", "0", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Sun, 06 Nov 1994 08:49:37",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000",
            "Sun, 6 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
            "06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT x",
            "Sun, 06 Nov 1994 08:49:37.5+01:00 GMT",
        ]
    )
    func refusals(_ text: String) {
        #expect(Instant(httpDate: text) == nil)
    }
}

@Suite("Header fields") struct HTTPFieldsTests {
    private let fields = HTTPFields([
        ("ETag", " \"a\"\t"), ("cache-control", "public, MAX-AGE=60"), ("Cache-Control", "max-age=\"30\""),
        ("Vary", ",A , ,b,"),
    ])

    @Test("are found without regard to case, joined, and without white space around them")
    func lookUp() {
        #expect(fields["etag"] == "\"a\"")
        #expect(fields["CACHE-CONTROL"] == "public, MAX-AGE=60, max-age=\"30\"")
        #expect(fields["Cach-Control"] == nil && fields[""] == nil)
    }

    @Test("that are lists have their elements, without empty ones")
    func elements() {
        #expect(fields.elements(of: "vary") == ["A", "b"])
        #expect(fields.elements(of: "none") == [])
    }

    @Test("that hold numbers give the smallest")
    func numbers() {
        #expect(fields.number("max-age", in: "cache-control") == 30)
        #expect(fields.number("s-maxage", in: "cache-control") == nil)
    }
}
