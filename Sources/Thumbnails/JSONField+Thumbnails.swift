import StrictJSON

extension JSONField {
    /// A number within a range, whole or not.
    func decimal(in range: ClosedRange<Double>) -> Double? {
        let number: Double
        switch value {
        case .integer(let whole): number = Double(whole)
        case .number(let value): number = value
        default: return refused("expected a number, found \(value.kindName)")
        }
        guard range.contains(number) else {
            return refused("\(value.text) is not between \(range.lowerBound) and \(range.upperBound)")
        }
        return number
    }
}
