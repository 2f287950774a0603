import Cryptography
import Testing

@Suite("Ed25519")
struct Ed25519Tests {
    /// Of RFC 8032 section 7.1.
    struct Vector: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let seed: String
        let publicKey: String
        let message: String
        let signature: String
    }

    static let vectors = [
        Vector(
            testDescription: "TEST 1",
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        Vector(
            testDescription: "TEST 2",
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        Vector(
            testDescription: "TEST 3",
            seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
        Vector(
            testDescription: "TEST SHA(abc)",
            seed: "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
            publicKey: "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            message: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            signature: "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589"
                + "09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ]

    private func bytes(_ hex: String) throws -> [UInt8] {
        let digits = Array(hex)
        return try stride(from: 0, to: digits.count, by: 2).map {
            try #require(UInt8(String(digits[$0...$0 + 1]), radix: 16))
        }
    }

    private func key(_ seed: [UInt8]) throws -> Ed25519.SigningKey {
        try seed.withUnsafeBytes { try Ed25519.SigningKey(seed: $0) }
    }

    @Test("gives the keys and signatures of RFC 8032", arguments: vectors + [.long])
    func vector(_ vector: Vector) throws {
        let key = try key(bytes(vector.seed))
        let (message, signature) = (try bytes(vector.message), try bytes(vector.signature))
        #expect(try key.verifyingKey.rawRepresentation == bytes(vector.publicKey))
        #expect(try key.signature(for: message) == signature)
        #expect(key.verifyingKey.isValid(signature, for: message))
    }

    @Test("refuses a signature in which any bit is another, and any other message or key")
    func refusals() throws {
        let vector = Self.vectors[2]
        let key = try Ed25519.VerifyingKey(rawRepresentation: bytes(vector.publicKey))
        let (message, signature) = (try bytes(vector.message), try bytes(vector.signature))
        for bit in 0..<512 {
            var changed = signature
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!key.isValid(changed, for: message), "bit \(bit)")
        }
        for other in [[], [0xAF], [0xAF, 0x83], message + [0]] as [[UInt8]] {
            #expect(!key.isValid(signature, for: other))
        }
        for other in [[], Array(signature.dropLast()), signature + [0], signature + signature] {
            #expect(!key.isValid(other, for: message))
        }
        let others = try [
            [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32), bytes(vector.seed),
        ]
        for other in others {
            #expect(try !Ed25519.VerifyingKey(rawRepresentation: other).isValid(signature, for: message))
        }
    }

    /// RFC 8032 section 5.1.7: S is below the order of the base point, 2^252 + 27742317777372353535851937790883648493,
    /// so that nobody can make a second signature from one.
    @Test("refuses a signature to whose number the order of the group was added")
    func malleated() throws {
        let vector = Self.vectors[2]
        let key = try Ed25519.VerifyingKey(rawRepresentation: bytes(vector.publicKey))
        let order = try bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var signature = try bytes(vector.signature)
        var carry = 0
        for (place, byte) in order.enumerated() {
            let sum = Int(signature[32 + place]) + Int(byte) + carry
            signature[32 + place] = UInt8(truncatingIfNeeded: sum)
            carry = sum >> 8
        }
        #expect(carry == 0)
        #expect(try !key.isValid(signature, for: bytes(vector.message)))
    }

    /// The neutral point is a key for which R = itself and S = 0 fit any message.
    @Test("takes nothing for signed by a key that anything would fit")
    func smallOrder() throws {
        let neutral = [1] + [UInt8](repeating: 0, count: 31)
        let key = try Ed25519.VerifyingKey(rawRepresentation: neutral)
        #expect(!key.isValid(neutral + [UInt8](repeating: 0, count: 32), for: [1, 2, 3]))
    }

    @Test("takes seeds and public keys of 32 bytes alone", arguments: [0, 31, 33, 64])
    func lengths(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect(throws: CryptographyError.keyLength(count)) { try key(bytes) }
        #expect(throws: CryptographyError.keyLength(count)) {
            try Ed25519.VerifyingKey(rawRepresentation: bytes)
        }
    }

    /// Computed with `sha256sum` from the public keys of RFC 8032, tests 1 and 2.
    @Test(
        "names a key by the first 8 bytes of the SHA-256 of its public half",
        arguments: [(0, "21fe31dfa154a261"), (1, "39f713d0a644253f")]
    )
    func identifier(index: Int, id: String) throws {
        let key = try Ed25519.VerifyingKey(rawRepresentation: bytes(Self.vectors[index].publicKey))
        #expect(key.id == id)
        #expect("\(key)" == "key \(id)")
    }

    @Test("makes another key each time, from a seed of 32 bytes that makes the same key again")
    func newSeeds() throws {
        let seeds = try (0..<20).map { _ in try Ed25519.withNewSeed { Array($0) } }
        #expect(seeds.allSatisfy { $0.count == 32 })
        #expect(Set(seeds).count == 20)
        #expect(try key(seeds[0]).verifyingKey == key(seeds[0]).verifyingKey)
    }

    @Test("shows of a signing key its ID alone, however it is printed")
    func unprintable() throws {
        let key = try key(bytes(Self.vectors[0].seed))
        let text = "signing key \(key.verifyingKey.id)"
        #expect("\(key)" == text)
        #expect(String(reflecting: key) == text)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(dumped == "- \(text)\n")
    }

    @Test("signs on many threads at once")
    func concurrency() async throws {
        let key = try key(bytes(Self.vectors[0].seed))
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let message = Array("message \(number)".utf8)
                    return key.verifyingKey.isValid(try key.signature(for: message), for: message)
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }
}
