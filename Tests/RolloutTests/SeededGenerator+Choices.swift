import Foundation
import TestSupport

extension SeededGenerator {
    /// A whole number from zero up to the bound, which it does not reach.
    ///
    /// The library's generic `random(in:using:)` is slow in a debug build.
    private mutating func number(below bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func chance(_ probability: Double) -> Bool {
        number(below: 1_000_000) < Int(probability * 1_000_000)
    }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }

    /// One to three different elements.
    mutating func some<Element>(of elements: [Element]) -> [Element] {
        var rest = elements
        return (0...number(below: min(3, rest.count))).map { _ in rest.remove(at: number(below: rest.count)) }
    }

    /// A random installation ID, as `UUID().uuidString` writes them.
    mutating func installation() -> String {
        let (a, b) = (next(), next())
        func byte(_ bits: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (8 * index)) }
        return UUID(
            uuid: (
                byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3), byte(a, 4), byte(a, 5), byte(a, 6),
                byte(a, 7),
                byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3), byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
            )
        ).uuidString
    }
}
