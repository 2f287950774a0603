/// A length of time as people write it: `2d`, `12h` or `30m`.
package enum TimeSpan {
    /// Longer ones are taken for this: a century, in seconds.
    package static let longest: Int64 = 36_525 * 86_400

    /// Seconds, 0 to ``longest``; nil when the text is none.
    package static func seconds(_ text: some StringProtocol) -> Int64? {
        let units: [Character: Int64] = ["d": 86_400, "h": 3600, "m": 60]
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ units[$0] }), !digits.isEmpty,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        // What does not fit is longer than a century in any unit.
        let count = Int64(digits) ?? longest
        return min(count.multipliedReportingOverflow(by: unit).overflow ? longest : count * unit, longest)
    }
}
