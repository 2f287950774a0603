import Rollout
import Testing

@Suite struct PercentTests {
    @Test(
        "A share covers ten thousand buckets a percent",
        arguments: [
            ("0", 0, "0"), ("0.0001", 1, "0.0001"), ("0.25", 2_500, "0.25"), ("1", 10_000, "1"),
            ("5%", 50_000, "5"), ("33.3333", 333_333, "33.3333"), ("99.9999%", 999_999, "99.9999"),
            ("100", 1_000_000, "100"), ("100.0000", 1_000_000, "100"),
        ]
    )
    func shares(text: String, buckets: Int, written: String) throws {
        let percent = try Percent(parsing: text)
        #expect(percent.buckets == buckets)
        #expect(percent.description == written)
    }

    @Test("Every share is read back from the number that stands for it")
    func everyShare() throws {
        for buckets in 0...1_000_000 where buckets % 97 == 0 || buckets > 999_000 {
            let percent = try Percent(Double(buckets) / 10_000)
            guard percent.buckets == buckets, try Percent(parsing: percent.description) == percent else {
                Issue.record("\(buckets) buckets are read as \(percent.buckets)")
                return
            }
        }
    }

    @Test(
        "What is no share is refused in words",
        arguments: [
            ("100.5", "100.5 is above 100"), ("101", "101 is above 100"),
            ("0.00001", "1e-05 has more than four decimals"),
            ("33.33333", "33.33333 has more than four decimals"),
            ("0.00000000001", "1e-11 has more than four decimals"),
            ("-1", "\"-1\" is not a percentage; write it like 5 or 0.25"),
            ("", "\"\" is not a percentage; write it like 5 or 0.25"),
            ("%", "\"%\" is not a percentage; write it like 5 or 0.25"),
            ("5 %", "\"5 %\" is not a percentage; write it like 5 or 0.25"),
            ("5%%", "\"5%%\" is not a percentage; write it like 5 or 0.25"),
            (".5", "\".5\" is not a percentage; write it like 5 or 0.25"),
            ("5.", "\"5.\" is not a percentage; write it like 5 or 0.25"),
            ("1e1", "\"1e1\" is not a percentage; write it like 5 or 0.25"),
            ("0.2.5", "\"0.2.5\" is not a percentage; write it like 5 or 0.25"),
            ("nan", "\"nan\" is not a percentage; write it like 5 or 0.25"),
        ]
    )
    func refusals(text: String, message: String) {
        let error = #expect(throws: InvalidValue.self) { try Percent(parsing: text) }
        #expect(error?.description == message)
    }

    @Test("A number below 0 is refused, as is what is no number")
    func numbers() {
        #expect(throws: InvalidValue.self) { try Percent(-0.0001) }
        #expect(throws: InvalidValue.self) { try Percent(.nan) }
        #expect(throws: InvalidValue.self) { try Percent(.infinity) }
        let error = #expect(throws: InvalidValue.self) { try Percent(-1) }
        #expect(error?.description == "-1 is below 0")
    }
}
