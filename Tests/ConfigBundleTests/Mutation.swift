import TestSupport

/// Random damage to bytes: some of them changed, left out, repeated, moved or cut off.
struct Mutation {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// - Returns: Never the same bytes.
    mutating func apply(to bytes: [UInt8]) -> [UInt8] {
        var changed = bytes
        while changed == bytes {
            for _ in 0...number(3) { step(&changed) }
        }
        return changed
    }

    private mutating func step(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return bytes.append(random.next()) }
        let place = number(bytes.count)
        let range = place..<min(bytes.count, place + 1 + number(12))
        switch number(7) {
        case 0: bytes[place] ^= 1 << UInt8(number(8))
        case 1: bytes[place] = random.next()
        case 2: bytes.removeSubrange(range)
        case 3: bytes.insert(contentsOf: bytes[range], at: number(bytes.count + 1))
        case 4: bytes.insert(random.next(), at: place)
        case 5: bytes.removeSubrange(place...)
        default: bytes.swapAt(place, number(bytes.count))
        }
    }

    mutating func number(_ below: Int) -> Int { Int.random(in: 0..<below, using: &random) }
}
