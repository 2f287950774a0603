// Renders a picture damaged in many ways, in a process of its own, so that tests see it crash.
//
//     damage-picture PATH cut                  the first 0, 1, 2, ... bytes of it, all but the last
//     damage-picture PATH flip SEED COUNT      with one to eight bits flipped, COUNT times
//
// Prints how many were rendered, and how many refused; for `cut` also the lengths that were rendered.

import Glibc
import Imaging

/// SplitMix64 (Steele, Lea, Flood, 2014): the same numbers for the same seed.
struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A file without a name whose bytes are changed from case to case.
struct Bench {
    let descriptor = temporaryFile()
    var rendered = 0
    var refused = 0

    mutating func tries(_ bytes: [UInt8]) -> Bool {
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else {
            exit(3)
        }
        let renditions = [
            Rendition(width: 40, height: 30, fit: .attention, encoding: .jpeg(quality: 80)),
            Rendition(width: 7, height: 50, encoding: .png),
        ]
        let limits = ImageLimits(maximumPixels: 4_000_000, maximumFrameBytes: 64_000_000)
        do {
            _ = try render(
                fileDescriptor: descriptor,
                size: bytes.count,
                renditions,
                previewEdge: 16,
                limits: limits
            )
            rendered += 1
            return true
        } catch {
            refused += 1
            return false
        }
    }
}

/// Gives the chunks of a PNG the checksums of what they hold now (PNG, third edition, 5.5 and annex D).
func repairChecksums(_ bytes: inout [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { return }
    var offset = 8
    while offset + 12 <= bytes.count {
        let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = offset + 8 + length
        guard end + 4 <= bytes.count else { return }
        var checksum = UInt32.max
        for byte in bytes[offset + 4..<end] {
            checksum ^= UInt32(byte)
            for _ in 0..<8 { checksum = checksum >> 1 ^ (checksum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        for index in 0..<4 { bytes[end + index] = UInt8(truncatingIfNeeded: ~checksum >> (24 - 8 * index)) }
        offset = end + 4
    }
}

func temporaryFile() -> Int32 {
    var name = Array("/tmp/damage-picture-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0, unlink(name) == 0 else { exit(3) }
    return descriptor
}

func contents(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard descriptor >= 0, size > 0 else { exit(2) }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = pread(descriptor, buffer.baseAddress, size, 0)
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(2) }
let whole = contents(arguments[1])
var bench = Bench()
switch (arguments[2], arguments.count) {
case ("cut", 3):
    let accepted = (0..<whole.count).filter { bench.tries(Array(whole.prefix($0))) }
    print(bench.rendered, bench.refused, accepted)
case ("flip", 5):
    var numbers = Numbers(state: UInt64(arguments[3]) ?? 0)
    for _ in 0..<(Int(arguments[4]) ?? 0) {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...8, using: &numbers) {
            bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^=
                1 << UInt8.random(in: 0..<8, using: &numbers)
        }
        // Checksums would keep all damage from the decoder; every other time they are made to fit.
        if numbers.next() % 2 == 0 { repairChecksums(&bytes) }
        _ = bench.tries(bytes)
    }
    print(bench.rendered, bench.refused)
default: exit(2)
}
