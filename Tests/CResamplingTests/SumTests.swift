import CResampling
import Foundation
import TestSupport
import Testing

/// Light and weights are random; each sum is held against the same in whole numbers of 64 bits.
@Suite("Sums over light, with vectors of our own and by the compiler")
struct SumTests {
    private static let blockPixels = Int(WR_BLOCK_PIXELS)
    private static let blockSize = Int(WR_BLOCK_SIZE)
    private static let bits = 15

    /// Light as it can be, the bounds more often than they come by themselves.
    private static func light(_ count: Int, _ numbers: inout SeededGenerator) -> [Int16] {
        (0..<count).map { _ in
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: 32767
            case 1: -32767
            default: Int16.random(in: -32767...32767, using: &numbers)
            }
        }
    }

    /// Weights whose sizes come to at most twice what keeps light as it is, so that no sum of light overflows.
    private static func weights(_ count: Int, _ numbers: inout SeededGenerator) -> [Int16] {
        let most = 2 * (1 << bits) / count - 1
        return (0..<count).map { _ in
            Int16.random(in: Int16(-most)...Int16(min(most, 32767)), using: &numbers)
        }
    }

    private static func rounded(_ sum: Int64, _ bits: Int) -> Int64 {
        (sum + (1 << Int64(bits - 1))) >> Int64(bits)
    }

    /// Without them, what follows would look at the compiler's sums twice.
    @Test("are made with vectors of our own where the processor has them")
    func vectors() throws {
        let processor = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
        #expect(wr_has_wide_vectors() == processor.split(whereSeparator: \.isWhitespace).contains("avx2"))
    }

    @Test("of rows are exact, and stop at the bounds of 16 bits", arguments: [2, 4, 6, 16], 1...5)
    func rows(_ rowCount: Int, _ blocks: Int) {
        let seed = SeededGenerator()
        var numbers = seed
        for round in 0..<20 {
            var rows = (0..<rowCount).map { _ in Self.light(blocks * Self.blockSize, &numbers) }
            var weights = Self.weights(rowCount, &numbers)
            let bound: Int16? = [nil, -32767, 32767][round % 3]
            if let bound {
                // As much of the first pixel's red as there can be.
                for row in rows.indices { rows[row][0] = bound }
                weights = weights.map { _ in Int16(2 * (1 << Self.bits) / rowCount - 1) }
            }
            let planeSize = blocks * Self.blockPixels
            var wanted = [Int16](repeating: 0, count: 3 * planeSize)
            for index in 0..<3 * planeSize {
                let (channel, pixel) = (index / planeSize, index % planeSize)
                let (block, place) = (pixel / Self.blockPixels, pixel % Self.blockPixels)
                let start = block * Self.blockSize + channel * Self.blockPixels + place
                let sum = zip(rows, weights).reduce(Int64(0)) { $0 + Int64($1.0[start]) * Int64($1.1) }
                wanted[index] = Int16(clamping: Self.rounded(sum, Self.bits))
            }
            if let bound { #expect(wanted[0] == (bound < 0 ? -32768 : 32767)) }
            #expect(Self.sums(of: rows, weights, planeSize, wr_sum_rows) == wanted, "\(seed)")
            #expect(Self.sums(of: rows, weights, planeSize, wr_sum_rows_plain) == wanted, "\(seed)")
        }
    }

    private typealias RowSum = (
        UnsafePointer<UnsafePointer<Int16>?>, UnsafePointer<Int16>, Int, Int32, UnsafeMutablePointer<Int16>,
        Int,
        Int
    ) -> Void

    private static func sums(
        of rows: [[Int16]],
        _ weights: [Int16],
        _ planeSize: Int,
        _ sum: RowSum
    ) -> [Int16] {
        let copies = rows.map { row in
            let copy = UnsafeMutablePointer<Int16>.allocate(capacity: row.count)
            copy.initialize(from: row, count: row.count)
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        let pointers = copies.map { UnsafePointer($0) as UnsafePointer<Int16>? }
        var planes = [Int16](repeating: 0, count: 3 * planeSize)
        sum(pointers, weights, rows.count, Int32(bits), &planes, planeSize, planeSize / blockPixels)
        return planes
    }

    @Test("of pixels are exact", arguments: [16, 32, 48], 1...5)
    func pixels(_ stride: Int, _ count: Int) {
        let seed = SeededGenerator()
        var numbers = seed
        for _ in 0..<20 {
            let planeSize = stride + 40
            let planes = Self.light(3 * planeSize, &numbers)
            let first = (0..<count).map { _ in Int32.random(in: 0...40, using: &numbers) }
            let weights = (0..<count).flatMap { _ in Self.weights(stride, &numbers) }
            let wanted = (0..<3).flatMap { channel in
                (0..<count).map { pixel in
                    let start = channel * planeSize + Int(first[pixel])
                    let own = weights[pixel * stride..<(pixel + 1) * stride]
                    return Self.fineSum(planes[start..<start + stride], own)
                }
            }
            for sum in [wr_sum_pixels, wr_sum_pixels_plain] {
                var sums = [Int32](repeating: 0, count: 3 * count)
                sum(planes, planeSize, first, weights, stride, Int32(Self.bits), &sums, count, count)
                #expect(sums == wanted, "\(seed)")
            }
        }
    }

    @Test("of pixels with equal weights are exact", arguments: [2, 12, 16, 32], [1, 7, 8, 9, 24, 31])
    func evenPixels(_ weightCount: Int, _ count: Int) {
        let seed = SeededGenerator()
        var numbers = seed
        for _ in 0..<20 {
            let first = Int.random(in: 0...40, using: &numbers)
            let planeSize = first + 2 * count + weightCount - 2
            let planes = Self.light(3 * planeSize, &numbers)
            let weights = Self.weights(weightCount, &numbers)
            let wanted = (0..<3).flatMap { channel in
                (0..<count).map { pixel in
                    let start = channel * planeSize + first + 2 * pixel
                    return Self.fineSum(planes[start..<start + weightCount], weights[...])
                }
            }
            for sum in [wr_sum_even_pixels, wr_sum_even_pixels_plain] {
                var sums = [Int32](repeating: 0, count: 3 * count)
                sum(
                    planes,
                    planeSize,
                    [Int32(first)],
                    weights,
                    weightCount,
                    Int32(Self.bits),
                    &sums,
                    count,
                    count
                )
                #expect(sums == wanted, "\(seed)")
            }
        }
    }

    private static func fineSum(_ light: ArraySlice<Int16>, _ weights: ArraySlice<Int16>) -> Int32 {
        let sum = zip(light, weights).reduce(Int64(0)) { $0 + Int64($1.0) * Int64($1.1) }
        return Int32(rounded(sum, bits - Int(WR_FINE_BITS)))
    }
}
