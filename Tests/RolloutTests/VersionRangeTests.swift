import Rollout
import Testing

@Suite struct VersionRangeTests {
    /// Every other one bounds the ranges, so that there is a version between any two bounds.
    private static let ladder = [
        "1-a", "1", "1.0.1", "1.2", "1.9", "1.10-rc", "1.10", "2", "3", "3.0.0.1", "4",
    ]

    /// A range as text and the places of the ladder that it holds, found by comparing places alone.
    private static let ranges: [(text: String, places: Set<Int>)] = {
        let places = Array(ladder.indices)
        let bounds = places.filter { $0 % 2 == 1 }
        var ranges = bounds.map { (ladder[$0], Set([$0])) }
        var halves: [(String, Set<Int>)] = []
        for bound in bounds {
            halves.append((">=\(ladder[bound])", Set(places.filter { $0 >= bound })))
            halves.append((">\(ladder[bound])", Set(places.filter { $0 > bound })))
            halves.append(("<=\(ladder[bound])", Set(places.filter { $0 <= bound })))
            halves.append(("<\(ladder[bound])", Set(places.filter { $0 < bound })))
        }
        ranges += halves
        for lower in halves where lower.0.hasPrefix(">") {
            for upper in halves where upper.0.hasPrefix("<") {
                let both = lower.1.intersection(upper.1)
                if !both.isEmpty {
                    ranges.append(("\(lower.0) \(upper.0)", both))
                    ranges.append(("\(upper.0) \(lower.0)", both))
                }
            }
        }
        return ranges
    }()

    @Test("A range holds the versions that its comparisons hold")
    func contains() throws {
        let versions = try Self.ladder.map(Version.init(parsing:))
        for (text, places) in Self.ranges {
            let range = try VersionRange(parsing: text)
            let held = versions.indices.filter { range.contains(versions[$0]) }
            #expect(Set(held) == places, "\(text)")
            #expect(try VersionRange(parsing: range.description) == range, "\(text)")
        }
    }

    @Test("A range contains another exactly when it holds all of its versions")
    func containment() throws {
        let ranges = try Self.ranges.map { (range: try VersionRange(parsing: $0.text), places: $0.places) }
        for a in ranges {
            for b in ranges where a.range.contains(b.range) != a.places.isSuperset(of: b.places) {
                Issue.record("\(a.range) contains \(b.range): \(a.range.contains(b.range))")
                return
            }
        }
    }

    @Test(
        "A range is written in one form",
        arguments: [
            ("2.4.1", "2.4.1"), ("=2.4.1", "2.4.1"), ("==2.4.1", "2.4.1"), (">=2.4.1 <=2.4.1", "2.4.1"),
            ("<3 >=2", ">=2 <3"), ("  >=2   <3 ", ">=2 <3"), (">1", ">1"), ("<=1.0", "<=1.0"),
        ]
    )
    func text(written: String, text: String) throws {
        #expect(try VersionRange(parsing: written).description == text)
    }

    @Test("A pre-release takes part in the plain order")
    func preReleases() throws {
        let beta = try Version(parsing: "2.6-beta")
        #expect(try VersionRange(parsing: "<2.6").contains(beta))
        #expect(try !VersionRange(parsing: "<2.6-0").contains(beta))
        #expect(try !VersionRange(parsing: ">=2.6").contains(beta))
    }

    @Test(
        "What is no range is refused with what is wrong with it",
        arguments: [
            ("", "\"\" is not a range of versions; write it like \">=2.4 <2.6\", \"<3\" or \"2.4.1\""),
            ("=>2", "\"=>2\" is not a range of versions; write it like \">=2.4 <2.6\", \"<3\" or \"2.4.1\""),
            ("<>2", "\"<>2\" is not a range of versions; write it like \">=2.4 <2.6\", \"<3\" or \"2.4.1\""),
            (
                ">= 2",
                "\">= 2\" is not a range of versions; write it like \">=2.4 <2.6\", \"<3\" or \"2.4.1\""
            ),
            (">=2 >1", "\">=2 >1\" bounds the same end twice"),
            ("2 2", "\"2 2\" bounds the same end twice"),
            (">=2 <3 <4", "\">=2 <3 <4\" bounds the same end twice"),
            (">=3 <2", "\">=3 <2\" holds no version at all"),
            (">2 <2.0", "\">2 <2.0\" holds no version at all"),
            (">=2 <2", "\">=2 <2\" holds no version at all"),
            (">=2.04", "\"2.04\" is ambiguous: write the part \"04\" without leading zeros"),
            (">=x", "\"x\" is not a version; write numbers joined by dots, such as 2.4.1 or 3.0-beta.2"),
            ("1.*", "\"1.*\" is not a version; write numbers joined by dots, such as 2.4.1 or 3.0-beta.2"),
        ]
    )
    func refusals(text: String, message: String) {
        let error = #expect(throws: InvalidValue.self) { try VersionRange(parsing: text) }
        #expect(error?.description == message)
    }
}
