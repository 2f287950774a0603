import StrictJSON
import Testing

@Suite struct JSONParsingTests {
    @Test(
        "Values are read as RFC 8259 defines them",
        arguments: [
            (" null ", .null),
            ("true", true), ("[false]", [false]),
            ("0", 0), ("-0", 0), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)),
            ("1.0", .number(1)), ("1e2", .number(100)), ("-2.5E-1", .number(-0.25)),
            (#""a\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#, "a\"\\/\u{8}\u{C}\n\r\tA\u{e9}\u{1F600}"),
            ("\"端末\"", "端末"),
            ("[]", []), ("[1, [2],\n3]", [1, [2], 3]),
            ("{}", [:]), (#"{"a":{"b":[1]},"":2}"#, ["a": ["b": [1]], "": 2]),
        ] as [(String, JSON)]
    )
    func values(text: String, value: JSON) throws {
        #expect(try JSON(parsing: Array(text.utf8)) == value)
    }

    @Test(
        "What is not JSON is refused with line, column and reason",
        arguments: [
            ("", "line 1, column 1: the text ends where a value should be"),
            ("{\n  \"a\": 1,\n}", "line 3, column 1: a comma before the end; remove it"),
            ("[1,]", "line 1, column 4: a comma before the end; remove it"),
            ("[1 2]", "line 1, column 4: expected ',' or ']'"),
            ("{\"a\" 1}", "line 1, column 6: expected ':' after the key \"a\""),
            ("{a: 1}", "line 1, column 2: expected a key in double quotes"),
            ("\u{FEFF}1", "line 1, column 1: a byte order mark; save the text as UTF-8 without one"),
            ("1\0", "line 1, column 1: the text is not UTF-8; save it as UTF-8"),
            ("nul", "line 1, column 1: expected a value"),
            ("// no", "line 1, column 1: expected a value"),
            ("1 2", "line 1, column 3: text after the end of the document"),
            ("01", "line 1, column 1: a number with a leading zero"),
            ("-", "line 1, column 2: expected a digit"),
            ("1.", "line 1, column 3: expected a digit"),
            ("1e+", "line 1, column 4: expected a digit"),
            ("9223372036854775808", "line 1, column 1: an integer that does not fit 64 bits"),
            ("1e999", "line 1, column 1: a number beyond the range of a double"),
            ("\"a", "line 1, column 3: a string without its closing quote"),
            ("\"a\tb\"", "line 1, column 3: a control character in a string; write it as an escape"),
            (#""\x""#, "line 1, column 3: an unknown escape in a string"),
            (#""\u12g4""#, "line 1, column 6: expected four hexadecimal digits after \\u"),
            (#""\ud800""#, "line 1, column 8: half of a surrogate pair"),
            (#""\ude00""#, "line 1, column 8: half of a surrogate pair"),
            (#"{"a":1,"b":2,"a":3}"#, "line 1, column 14: the key \"a\" stands twice"),
        ]
    )
    func refusals(text: String, message: String) {
        let error = #expect(throws: JSONError.self) { try JSON(parsing: Array(text.utf8)) }
        #expect(error?.description == message)
    }

    @Test(
        "Text that is not UTF-8 is refused",
        arguments: [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22] + bytes + [0x22]) }
        #expect(throws: JSONError.self) { try JSON(parsing: [0x22] + bytes + Array("\\n\"".utf8)) }
    }

    @Test("Nesting is bounded, however deep the input goes")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSON(parsing: nested(64)) }
        let error = #expect(throws: JSONError.self) { try JSON(parsing: nested(100_000)) }
        #expect(error?.description == "line 1, column 65: nested deeper than 64 levels")
    }

    @Test("All duplicates are told apart from the first alone")
    func duplicates() throws {
        let text = #"{"a":1,"rules":[{"x":1,"x":2}],"a":3}"#
        let (value, duplicates) = try JSON.parse(Array(text.utf8))
        #expect(duplicates.map(\.description) == ["rules[0].x", "a"])
        #expect(value == ["a": 3, "rules": [["x": 2]]])
    }
}
