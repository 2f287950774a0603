import Compression
import Testing

@Suite("A zlib stream with a preset dictionary")
struct ZlibTests {
    private let dictionary = Array((0..<400).map { "{\"flag_\($0)\":\($0 * 7919 % 1000)}" }.joined().utf8)
    private let message = Array((100..<300).map { "{\"flag_\($0)\":\($0 * 7919 % 1000)}" }.joined().utf8)

    private func packed(_ dictionary: [UInt8]? = nil) throws(CompressionError) -> [UInt8] {
        try Zlib.compress(message[...], dictionary: (dictionary ?? self.dictionary)[...])
    }

    private func unpack(
        _ bytes: [UInt8],
        _ dictionary: [UInt8]? = nil,
        after earlier: [UInt8] = [],
        limit: Int = 100_000
    ) throws(CompressionError) -> (result: [UInt8], count: Int) {
        var result = earlier
        let count = try Zlib.decompress(
            bytes[...],
            dictionary: (dictionary ?? self.dictionary)[...],
            into: &result,
            limit: limit
        )
        return (result, count)
    }

    @Test("unpacks to the same, behind what is there already and before what follows")
    func roundTrip() throws {
        let packed = try packed()
        #expect(packed.count < message.count / 20)
        #expect(try packed == self.packed())
        let unpacked = try unpack(packed + [1, 2, 3], after: [9])
        #expect(unpacked.result == [9] + message)
        #expect(unpacked.count == packed.count)
        let plain = try self.packed([])
        #expect(plain.count > packed.count)
        #expect(try unpack(plain, []).result == message)
    }

    @Test("is refused with another dictionary, with none, and when it has none")
    func wrongDictionary() throws {
        let packed = try packed()
        for other in [[], Array(dictionary.dropLast()), dictionary.reversed()] {
            #expect(throws: CompressionError.wrongDictionary) { try unpack(packed, other) }
        }
        let plain = try self.packed([])
        #expect(throws: CompressionError.wrongDictionary) { try unpack(plain) }
    }

    @Test("is refused when it is cut, damaged or too large")
    func refusals() throws {
        let packed = try packed()
        for count in 0..<packed.count {
            #expect(throws: CompressionError.truncated) { try unpack(Array(packed.prefix(count))) }
        }
        var damaged = packed
        damaged[packed.count - 1] ^= 1
        #expect(throws: CompressionError.damaged("incorrect data check")) { try unpack(damaged) }
        #expect(try unpack(packed, limit: message.count).result == message)
        #expect(throws: CompressionError.tooLarge(limit: message.count - 1)) {
            try unpack(packed, limit: message.count - 1)
        }
        #expect(throws: CompressionError.tooLarge(limit: message.count)) {
            try unpack(packed, after: [0], limit: message.count)
        }
    }
}
