import Rollout
import Testing

@Suite struct VersionTests {
    /// In their order, with the examples of Semantic Versioning 2.0.0, section 11.
    static let ladder = [
        "0-alpha", "0", "0.0.0.1", "0.9", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
        "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.0.1", "1.2.0-beta", "1.2", "1.2.3-0",
        "1.2.3",
        "1.2.3.4", "1.2.3.10", "1.10", "2-X", "2-a", "2-a-b", "2", "99999", "202608011",
        "18446744073709551615",
    ]

    @Test("Each version sorts before all that are newer")
    func order() throws {
        let versions = try Self.ladder.map(Version.init(parsing:))
        for (i, a) in versions.enumerated() {
            for (j, b) in versions.enumerated() {
                #expect((a < b) == (i < j), "\(a) < \(b)")
                #expect((a == b) == (i == j), "\(a) == \(b)")
            }
        }
    }

    @Test(
        "Missing parts are zero",
        arguments: [
            ("1.2", "1.2.0"), ("1.2", "1.2.0.0.0"), ("0", "0.0"), ("2-beta", "2.0-beta"), ("01.002", "1.2"),
        ]
    )
    func equal(a: String, b: String) throws {
        let (a, b) = (try Version(parsing: a), try Version(parsing: b))
        #expect(a == b)
        #expect(a.hashValue == b.hashValue)
        #expect(!(a < b) && !(b < a))
    }

    @Test("A version is written as it was read")
    func text() throws {
        #expect(try Version(parsing: "1.20.0-Beta.1").description == "1.20.0-Beta.1")
    }

    @Test(
        "What is no version is refused, whoever wrote it",
        arguments: [
            "", ".", "1.", ".1", "1..2", "v1", "1.x", "1.2 ", " 1", "1,2", "-1", "1-", "1-a..b", "1-é", "1+5",
            "1.2-b+5",
            "１", "18446744073709551616", "1-99999999999999999999",
        ]
    )
    func refusals(text: String) {
        let message =
            "\"\(text)\" is not a version; write numbers joined by dots, such as 2.4.1 or 3.0-beta.2"
        let error = #expect(throws: InvalidValue.self) { try Version(parsing: text) }
        #expect(error?.description == message)
        #expect(throws: InvalidValue.self) { try Version(authored: text) }
    }

    @Test(
        "A person's leading zero is ambiguous",
        arguments: [("2.04", "04"), ("00.1", "00"), ("1.0-beta.02", "02")]
    )
    func leadingZeros(text: String, part: String) throws {
        _ = try Version(parsing: text)
        let error = #expect(throws: InvalidValue.self) { try Version(authored: text) }
        #expect(
            error?.description == "\"\(text)\" is ambiguous: write the part \"\(part)\" without leading zeros"
        )
    }

    @Test("A zero alone is no leading zero", arguments: ["0", "0.1", "1.0", "1.0-0", "1.0-0a", "1-beta.0"])
    func zeros(text: String) throws {
        #expect(try Version(authored: text).description == text)
    }
}
