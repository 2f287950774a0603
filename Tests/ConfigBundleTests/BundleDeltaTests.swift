import Compression
import BundleSamples
import ConfigBundle
import Cryptography
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("A delta")
struct BundleDeltaTests {
    @Test(
        "of one kill has at most 200 bytes, however large the bundle",
        arguments: [(6, 3_000...4_000), (200, 60_000...80_000), (2_000, 700_000...900_000)]
    )
    func sizeOfAKill(flags: Int, sizes: ClosedRange<Int>) throws {
        let base = try SampleConfiguration.make(flags: flags).bundleBytes
        try #require(sizes.contains(base.count), "the sample has \(base.count) bytes")
        for revision in [51, 100] as [Int64] {
            let killed = try SampleConfiguration.killed(flags: flags, revision: revision)
            let delta = try #require(try BundleDelta.make(from: base, to: Representation(killed.bundleBytes)))
            #expect(delta.count <= 200)
            #expect(try BundleDelta.apply(delta, to: base) == killed.bundleBytes)
        }
    }

    /// What Documentation/wire-format.md tells other clients to do, in Python.
    private static let applyInPython = """
        import zlib
        def apply(base, delta):
            result, at = b"", 0
            while True:
                start = max(0, at - 16384)
                stream = zlib.decompressobj(zdict=base[start:start + 32768])
                result += stream.decompress(delta)
                assert stream.eof, "the stream has no end"
                delta = stream.unused_data
                if not delta: return result
                start, count = (int.from_bytes(delta[i:i + 4], "big") for i in (0, 4))
                result, at, delta = result + base[start:start + count], start + count, delta[8:]
                if not delta: return result
        base, delta = (base64.b64decode(request[name]) for name in ("base", "delta"))
        answer = base64.b64encode(apply(base, delta)).decode()
        """

    @Test("gives the new bundle, here and with Python's zlib", arguments: [6, 200, 2_000])
    func roundTrip(flags: Int) throws {
        let old = try SampleConfiguration.make(flags: flags)
        let base = old.bundleBytes
        let fewer = try AppConfiguration(
            app: old.app,
            revision: 60,
            flags: Array(old.flags.suffix(flags / 2)),
            widgets: [],
            kills: old.kills
        )
        let results = try [
            SampleConfiguration.killed(flags: flags),
            SampleConfiguration.killed(flags: flags, revision: 1_000_000),
            SampleConfiguration.switchedOff([0], of: old),
            SampleConfiguration.switchedOff([0, flags - 1], of: old),
            SampleConfiguration.switchedOff(stride(from: 0, to: flags, by: 10), of: old),
            SampleConfiguration.switchedOff(0..<flags, of: old),
            SampleConfiguration.make(flags: flags + 3, revision: 51),
            fewer,
            old,
        ]
        for (index, result) in results.enumerated() {
            let new = try Representation(result.bundleBytes)
            let delta = try #require(try BundleDelta.make(from: base, to: new), "result \(index)")
            #expect(delta.count < new.gzip.count, "result \(index)")
            #expect(try BundleDelta.apply(delta, to: base) == new.identity, "result \(index)")
            let request: JSON = ["base": .bytes(base), "delta": .bytes(delta)]
            let answer = try Python.answer(to: request, Self.applyInPython)
            #expect(answer == .bytes(new.identity), "result \(index)")
        }
    }

    @Test("between small bundles is one zlib stream with the client's copy as preset dictionary")
    func plainStream() throws {
        let base = try SampleConfiguration.make(flags: 6).bundleBytes
        let killed = try SampleConfiguration.killed(flags: 6).bundleBytes
        let delta = try #require(try BundleDelta.make(from: base, to: Representation(killed)))
        let script = """
            import zlib
            stream = zlib.decompressobj(zdict=base64.b64decode(request["base"]))
            result = stream.decompress(base64.b64decode(request["delta"]))
            answer = [base64.b64encode(result).decode(), stream.eof, len(stream.unused_data)]
            """
        let answer = try Python.answer(to: ["base": .bytes(base), "delta": .bytes(delta)], script)
        #expect(answer == [.bytes(killed), true, 0])
    }

    @Test("is made for any two messages, random ones with parts moved, repeated and left out")
    func anyMessages() throws {
        var random = SeededGenerator(seed: 5)
        for round in 0..<60 {
            let size = [0, 1, 31, 32, 63, 64, 5_000, 40_000][round % 8]
            let alphabet: ClosedRange<UInt8> = round % 3 == 0 ? 0...1 : 0...255
            let base = (0..<size).map { _ in UInt8.random(in: alphabet, using: &random) }
            var result: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                let (a, b) = (
                    Int.random(in: 0...size, using: &random), Int.random(in: 0...size, using: &random)
                )
                result += base[min(a, b)..<max(a, b)]
                result.append(UInt8.random(in: alphabet, using: &random))
            }
            guard let delta = try BundleDelta.make(from: base, to: Representation(result)) else { continue }
            #expect(try BundleDelta.apply(delta, to: base) == result, "seed 5, round \(round)")
        }
    }

    @Test("is not made when it would not be smaller than the compressed bundle")
    func notSmaller() throws {
        // Each copy takes more bytes than gzip does to repeat what it has just packed.
        let block = Array(0..<32) + [UInt8](repeating: 0, count: 1_068)
        let base = block + [UInt8](repeating: 1, count: 8_000)
        let result = Array((0..<60).map { block + [$0] }.joined())
        #expect(try BundleDelta.make(from: base, to: Representation(result)) == nil)
    }
}

@Suite("A delta from elsewhere")
struct BundleDeltaRefusalTests {
    private let base: [UInt8]
    private let result: [UInt8]
    private let delta: [UInt8]

    /// A delta of three steps: an empty stream, a copy, and a stream with the kill and all that follows it.
    init() throws {
        base = try SampleConfiguration.make(flags: 200).bundleBytes
        result = try SampleConfiguration.killed(flags: 200).bundleBytes
        delta = try #require(try BundleDelta.make(from: base, to: Representation(result)))
    }

    @Test("is refused when it is applied to another bundle")
    func wrongBase() throws {
        for other in [[], Array(base.dropFirst()), Array(base.prefix(40_000)), result.reversed()] {
            #expect(throws: BundleError.wrongBase) { try BundleDelta.apply(delta, to: other) }
        }
    }

    /// What zlib's checksums do not cover, because it is only copied, the digest does.
    @Test("is refused, or its result is, when one byte of the base is another")
    func nearlyRightBase() throws {
        let signed = try SignedSample(bundle: result, revision: 51)
        for place in stride(from: 0, to: base.count, by: 997) {
            var other = base
            other[place] ^= 1
            #expect(throws: BundleError.self, "byte \(place)") {
                try signed.verify(BundleDelta.apply(delta, to: other))
            }
        }
    }

    @Test("is refused wherever it was cut, unless what is left is whole")
    func truncated() throws {
        var whole: [Int] = []
        for count in 0..<delta.count {
            do throws(BundleError) {
                let cut = try BundleDelta.apply(Array(delta.prefix(count)), to: base)
                #expect(cut.count < result.count)
                whole.append(count)
            } catch {
                guard case .malformedDelta = error else {
                    Issue.record("cut after \(count) bytes: \(error)")
                    continue
                }
            }
        }
        // After the first stream, and after the copy that follows it.
        #expect(whole == [12, 20])
    }

    @Test("is refused when bytes follow its end")
    func trailing() throws {
        #expect(throws: BundleError.malformedDelta("1 bytes at its end are no copy")) {
            try BundleDelta.apply(delta + [0], to: base)
        }
        for extra in [[0], [UInt8](repeating: 0, count: 8), delta] {
            #expect(throws: BundleError.self) { try BundleDelta.apply(delta + extra, to: base) }
        }
    }

    @Test("is refused for copies that the base does not have, or that are empty")
    func badCopies() throws {
        let stream = Array(delta.prefix(12))
        for copy in [
            [0, 0, 0, 0, 0, 2, 0, 0], [0, 2, 0, 0, 0, 0, 0, 1],
            [255, 255, 255, 255, 255, 255, 255, 255],
        ] as [[UInt8]] {
            #expect(throws: BundleError.wrongBase) { try BundleDelta.apply(stream + copy, to: base) }
        }
        #expect(throws: BundleError.malformedDelta("an empty copy")) {
            try BundleDelta.apply(stream + [0, 0, 0, 1, 0, 0, 0, 0], to: base)
        }
    }

    @Test("is refused when it has more than 4,096 copies")
    func tooManyCopies() throws {
        // Each stream after this copy has the base's first 32 kB for its dictionary, as the first stream has.
        let step = Array(delta.prefix(12)) + [0, 0, 0, 0, 0, 0, 0, 1]
        let most = Array([[UInt8]](repeating: step, count: 4_096).joined())
        #expect(try BundleDelta.apply(most, to: base).count == 4_096)
        #expect(throws: BundleError.malformedDelta("more than 4096 copies")) {
            try BundleDelta.apply(most + step + step, to: base)
        }
    }

    @Test("stops at the limit, whether bytes are packed or copied")
    func bombs() throws {
        #expect(try BundleDelta.apply(delta, to: base, limit: result.count) == result)
        #expect(throws: BundleError.tooLarge(limit: result.count - 1)) {
            try BundleDelta.apply(delta, to: base, limit: result.count - 1)
        }
        let zeros = [UInt8](repeating: 0, count: 100_000_000)
        let bomb = try Zlib.compress(zeros[...], dictionary: base[..<32_768])
        #expect(throws: BundleError.tooLarge(limit: BundleVerifier.defaultByteLimit)) {
            try BundleDelta.apply(bomb, to: base)
        }
        let copyAll: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0]
        let step = Array(delta.prefix(12)) + copyAll
        #expect(throws: BundleError.self) {
            try BundleDelta.apply(Array([[UInt8]](repeating: step, count: 1_000).joined()), to: base)
        }
        #expect(throws: BundleError.tooLarge(limit: 100)) {
            try BundleDelta.apply([UInt8](repeating: 0, count: 101), to: base, limit: 100)
        }
    }

    @Test(
        "with random changes gives the same result, or one that is refused",
        arguments: [11, 12] as [UInt64]
    )
    func mutations(seed: UInt64) throws {
        var mutation = Mutation(seed: seed)
        let signed = try SignedSample(bundle: result, revision: 51)
        for round in 0..<1_500 {
            let changed = mutation.apply(to: delta)
            do throws(BundleError) {
                let accepted = try BundleDelta.apply(changed, to: base)
                guard accepted != result else { continue }
                #expect(throws: BundleError.wrongDigest, "seed \(seed), round \(round)") {
                    try signed.verify(accepted)
                }
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
