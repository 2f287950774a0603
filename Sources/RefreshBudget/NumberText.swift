/// Numbers as people read them.
package enum NumberText {
    /// `8`, `8.3`: with one decimal unless it is zero.
    ///
    /// - Parameter number: 0 or more.
    package static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    /// `1,000,000`; below ten with a decimal.
    ///
    /// - Parameter number: 0 or more.
    package static func grouped(_ number: Double) -> String {
        if number < 9.95 { return decimal(number) }
        let digits = Array("\(Int(number.rounded()))")
        return digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0 && (digits.count - digit.offset) % 3 == 0 { text += "," }
            text.append(digit.element)
        }
    }

    /// `30.03 MB`: millions of bytes.
    static func megabytes(_ bytes: Int) -> String {
        let (whole, rest) = ((bytes + 5_000) / 10_000).quotientAndRemainder(dividingBy: 100)
        return "\(whole).\(rest < 10 ? "0" : "")\(rest) MB"
    }
}
