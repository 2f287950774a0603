import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite struct JSONWritingTests {
    @Test(
        "The canonical form sorts keys by their bytes and escapes no more than it must",
        arguments: [
            (["b": 1, "a": [true, .null], "é": 2, "Z": 3], #"{"Z":3,"a":[true,null],"b":1,"é":2}"#),
            ("a/b\"\\\u{8}\u{C}\n\r\t\u{1}\u{7F}", #""a/b\"\\\b\f\n\r\t\u0001"# + "\u{7F}\""),
            (.number(1), "1.0"), (.number(0.1), "0.1"), (.number(1e300), "1e+300"),
            (.integer(.min), "-9223372036854775808"),
            ([:], "{}"), ([], "[]"),
        ] as [(JSON, String)]
    )
    func canonical(value: JSON, text: String) {
        #expect(value.text == text)
    }

    @Test("What is written for people has a line a value")
    func indented() {
        let value: JSON = ["list": [1, []], "empty": [:]]
        #expect(value.indentedText == "{\n  \"empty\": {},\n  \"list\": [\n    1,\n    []\n  ]\n}")
    }

    @Test("What is written reads back the same, and Foundation reads the same values")
    func roundTrip() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        for _ in 0..<2_000 {
            let value = Self.random(depth: 4, using: &generator)
            #expect(try JSON(parsing: value.canonicalBytes) == value, "\(seed): \(value.text)")
            let foundation = try JSONSerialization.jsonObject(
                with: Data(value.canonicalBytes),
                options: .fragmentsAllowed
            )
            let again = try JSONSerialization.data(
                withJSONObject: foundation,
                options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
            )
            let theirs = try JSON(parsing: Array(again))
            #expect(Self.withoutKinds(theirs) == Self.withoutKinds(value), "\(seed): \(value.text)")
        }
    }

    /// Foundation writes a whole double as an integer, so the comparison takes both as doubles.
    private static func withoutKinds(_ value: JSON) -> JSON {
        switch value {
        case .integer(let number): .number(Double(number))
        case .array(let elements): .array(elements.map(withoutKinds))
        case .object(let members): .object(members.mapValues(withoutKinds))
        default: value
        }
    }

    private static func random(depth: Int, using generator: inout some RandomNumberGenerator) -> JSON {
        let texts = [
            "", "plain", "quote\" slash/ back\\", "line\nbreak", "日本語", "e\u{301}", "\u{1F600}", "\u{1}",
        ]
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2: return .integer(.random(in: -1_000_000...1_000_000, using: &generator))
        case 3: return .number(Double(Int.random(in: -1_000...1_000, using: &generator)) / 8)
        case 4: return .string(texts.randomElement(using: &generator) ?? "")
        case 5:
            return .array(
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    random(depth: depth - 1, using: &generator)
                }
            )
        default:
            let count = Int.random(in: 0...3, using: &generator)
            let pairs = (0..<count).map { _ in
                (texts.randomElement(using: &generator) ?? "", random(depth: depth - 1, using: &generator))
            }
            return .object(Dictionary(pairs) { first, _ in first })
        }
    }
}
