/// Bytes that stand both in a base and in what came of it.
struct Match: Equatable {
    /// Where they start in the base.
    let start: Int
    /// Where they start in the result.
    let target: Int
    let count: Int

    /// Shorter ones are left to zlib.
    private static let minimum = 64

    /// What both begin with, and then every stretch of the result around a landmark: a block of the base that stands
    /// only once there, so that it can only be found in its right place.
    ///
    /// In the order of the result, not overlapping there. Time grows with the sum of both lengths, whatever they hold.
    static func all(from base: [UInt8], to result: [UInt8]) -> [Match] {
        var done = 0
        while done < min(base.count, result.count), base[done] == result[done] { done += 1 }
        var matches = done >= minimum ? [Match(start: 0, target: 0, count: done)] : []
        if matches.isEmpty { done = 0 }
        let landmarks = Landmarks(base)
        var window = RollingHash(result, at: done)
        while let hash = window.value {
            if let start = landmarks[hash],
                let match = Match(around: start, window.position, base, result, from: done)
            {
                matches.append(match)
                done = match.target + match.count
                window = RollingHash(result, at: done)
            } else {
                window.advance()
            }
        }
        return matches
    }

    private init(start: Int, target: Int, count: Int) {
        self.start = start
        self.target = target
        self.count = count
    }

    /// The whole stretch around two places, not going back before `from` in the result; nil when it is too short.
    private init?(around start: Int, _ target: Int, _ base: [UInt8], _ result: [UInt8], from: Int) {
        var (first, last) = (0, 0)
        while target + last < result.count, start + last < base.count,
            base[start + last] == result[target + last]
        { last += 1 }
        // Two blocks may have one hash.
        guard last >= RollingHash.width else { return nil }
        while target - first > from, start - first > 0,
            base[start - first - 1] == result[target - first - 1]
        { first += 1 }
        guard first + last >= Self.minimum else { return nil }
        self.init(start: start - first, target: target - first, count: first + last)
    }
}

/// The blocks of some bytes that stand there once, by their hash.
private struct Landmarks {
    /// nil: the block stands there more than once.
    private var places: [UInt64: Int?] = [:]

    /// Blocks begin at multiples of their width.
    init(_ bytes: [UInt8]) {
        places.reserveCapacity(bytes.count / RollingHash.width)
        for place in stride(from: 0, through: bytes.count - RollingHash.width, by: RollingHash.width) {
            let hash = RollingHash.hash(bytes[place..<place + RollingHash.width])
            places.updateValue(places.keys.contains(hash) ? nil : place, forKey: hash)
        }
    }

    subscript(hash: UInt64) -> Int? { places[hash] ?? nil }
}

/// The hash of a window that moves over some bytes: a polynomial, modulo 2^64 (Karp and Rabin).
private struct RollingHash {
    static let width = 32
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    /// What the byte that leaves the window was multiplied by.
    private static let weight = (1..<width).reduce(1 as UInt64) { power, _ in power &* factor }

    private let bytes: [UInt8]
    private(set) var position: Int
    /// nil when the window reaches beyond the end.
    private(set) var value: UInt64?

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
        let fits = position + Self.width <= bytes.count
        value = fits ? Self.hash(bytes[position..<position + Self.width]) : nil
    }

    static func hash(_ block: ArraySlice<UInt8>) -> UInt64 {
        block.reduce(0) { $0 &* factor &+ UInt64($1) }
    }

    mutating func advance() {
        let end = position + Self.width
        value =
            end < bytes.count
            ? value.map {
                ($0 &- UInt64(bytes[position]) &* Self.weight) &* Self.factor &+ UInt64(bytes[end])
            } : nil
        position += 1
    }
}
