import Compression
import Foundation
import Testing
import TestSupport

@Suite struct GzipTests {
    private static let sample = Array(
        String(repeating: "{\"flag\":\"widget_enabled\",\"percent\":20}", count: 50).utf8
    )

    @Test(
        "What is packed unpacks to the same",
        arguments: [[], [0], sample, (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }]
    )
    func roundTrip(bytes: [UInt8]) throws {
        let packed = try Gzip.compress(bytes)
        #expect(try Gzip.decompress(packed, limit: bytes.count) == bytes)
        #expect(try Gzip.compress(bytes) == packed)
    }

    @Test("The gzip program unpacks what is packed here, and the header names no time")
    func gzipProgram() throws {
        let packed = try Gzip.compress(Self.sample)
        #expect(packed[4..<8].allSatisfy { $0 == 0 })
        let run = try RunningProgram.run(URL(filePath: "/bin/gzip"), ["-dc"], input: packed)
        #expect(run.status == 0)
        #expect(Array(run.output.utf8) == Self.sample)
    }

    @Test("A stream that is cut, damaged, followed by more or too large is refused")
    func refusals() throws {
        let packed = try Gzip.compress(Self.sample)
        #expect(throws: CompressionError.truncated) {
            try Gzip.decompress(Array(packed.dropLast()), limit: 10_000)
        }
        #expect(throws: CompressionError.truncated) { try Gzip.decompress([], limit: 10_000) }
        #expect(throws: CompressionError.damaged("1 bytes follow its end")) {
            try Gzip.decompress(packed + [0], limit: 10_000)
        }
        var damaged = packed
        damaged[packed.count - 8] ^= 1
        #expect(throws: CompressionError.damaged("incorrect data check")) {
            try Gzip.decompress(damaged, limit: 10_000)
        }
        #expect(throws: CompressionError.tooLarge(limit: Self.sample.count - 1)) {
            try Gzip.decompress(packed, limit: Self.sample.count - 1)
        }
    }

    @Test("A bomb of 100 MB is refused at the limit")
    func bomb() throws {
        let packed = try Gzip.compress([UInt8](repeating: 0, count: 100_000_000))
        #expect(packed.count < 100_000)
        #expect(throws: CompressionError.tooLarge(limit: 1_000_000)) {
            try Gzip.decompress(packed, limit: 1_000_000)
        }
    }
}
