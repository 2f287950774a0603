import Foundation

/// Random numbers that a failing test can be given again (SplitMix64; Steele, Lea, Flood: "Fast splittable
/// pseudorandom number generators", 2014).
///
/// Failure messages name the generator, which shows its seed.
package struct SeededGenerator: RandomNumberGenerator, CustomStringConvertible {
    private let seed: UInt64
    private var state: UInt64

    /// The same numbers for the same seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Other numbers each time; `SEED=<seed>` in the environment repeats one of them.
    package init() {
        let given = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? .random(in: 0 ... .max))
    }

    package var description: String { "SEED=\(seed)" }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
