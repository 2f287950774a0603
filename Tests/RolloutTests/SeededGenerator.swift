import Foundation

/// Random numbers (SplitMix64) that a failing test can be given again: every use names its seed in the failure
/// message, and `SEED=<seed>` in the environment repeats it.
struct SeededGenerator: RandomNumberGenerator, CustomStringConvertible {
    private let seed: UInt64
    private var state: UInt64

    init() {
        let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
        seed = given ?? .random(in: 0 ... .max)
        state = seed
    }

    var description: String { "SEED=\(seed)" }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

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
