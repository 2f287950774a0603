import Testing
import TestSupport

@testable import ConfigBundle

@Suite("A structured field")
struct StructuredFieldParserTests {
    private typealias Field = StructuredField

    @Test("is read as RFC 8941 has it")
    func everything() throws {
        let members = try StructuredFieldParser.dictionary(
            ##"  a=?0, b, c; foo=bar;*x , d=("x\\\"y" tok/en:1;p;q=-1.25 );k="v",e=:aGVsbG8=:, f=() ,g=-12 "##
        )
        #expect(members.map(\.key) == ["a", "b", "c", "d", "e", "f", "g"])
        #expect(members[0].member == .item(.init(value: .boolean(false))))
        #expect(members[1].member == .item(.init(value: .boolean(true))))
        #expect(
            members[2].member
                == .item(
                    .init(
                        value: .boolean(true),
                        parameters: [
                            .init(key: "foo", value: .token("bar")), .init(key: "*x", value: .boolean(true)),
                        ]
                    )
                )
        )
        #expect(
            members[3].member
                == .innerList(
                    [
                        .init(value: .string(##"x\"y"##)),
                        .init(
                            value: .token("tok/en:1"),
                            parameters: [
                                .init(key: "p", value: .boolean(true)),
                                .init(key: "q", value: .number("-1.25")),
                            ]
                        ),
                    ],
                    [.init(key: "k", value: .string("v"))]
                )
        )
        #expect(members[4].member == .item(.init(value: .bytes(Array("hello".utf8)))))
        #expect(members[5].member == .innerList([], []))
        #expect(members[6].member == .item(.init(value: .number("-12"))))
        #expect(try StructuredFieldParser.dictionary("").isEmpty)
    }

    @Test(
        "that breaks the rules is refused",
        arguments: [
            ("a=1,", "ends with a comma at byte 4"), (",", "expected a key at byte 0"),
            ("a=1 b=2", "expected a comma at byte 4"), ("A=1", "expected a key at byte 0"),
            ("a=1, a=2", "a stands twice at byte 6"), ("a;b;b", "b stands twice at byte 5"),
            ("a=", "expected a value at byte 2"),
            ("a=(1", "expected a space or a closing parenthesis at byte 4"),
            ("a=(1,2)", "expected a space or a closing parenthesis at byte 4"),
            ("a=(", "expected a value at byte 3"),
            ("a=\"b", "a string without an end at byte 4"),
            ("a=\"\u{7F}\"", "a character that no string may have at byte 4"),
            (#"a="\n""#, "a backslash before another character than a quote or a backslash at byte 4"),
            ("a=:AAAA", "bytes without an end at byte 3"),
            ("a=:AAA:", "bytes that are not canonical base 64 at byte 3"),
            ("a=:AAB=:", "bytes that are not canonical base 64 at byte 3"),
            ("a=?2", "a boolean that is neither ?0 nor ?1 at byte 3"),
            ("a=-", "a number of a wrong form at byte 3"),
            ("a=1234567890123456", "a number of a wrong form at byte 18"),
            ("a=1.", "a number of a wrong form at byte 4"),
            ("a=1.2345", "a number of a wrong form at byte 8"),
            ("a=1234567890123.1", "a number of a wrong form at byte 17"), ("é", "expected a key at byte 0"),
        ]
    )
    func refusals(text: String, reason: String) {
        #expect(throws: StructuredFieldParser.Failure(reason: reason)) {
            try StructuredFieldParser.dictionary(text)
        }
    }

    @Test("with too much of anything is refused")
    func limits() {
        func refuse(_ text: String, _ reason: String) {
            let failure = #expect(throws: StructuredFieldParser.Failure.self) {
                try StructuredFieldParser.dictionary(text)
            }
            #expect(failure?.reason.hasPrefix(reason) == true)
        }
        refuse(String(repeating: " ", count: 8_193), "longer than 8192 bytes")
        refuse((0...32).map { "k\($0)" }.joined(separator: ","), "too many members")
        refuse("a=(\(String(repeating: "1 ", count: 33)))", "too many items")
        refuse("a" + (0...16).map { ";k\($0)" }.joined(), "too many parameters")
    }
}
