import Cryptography
import Testing

@Suite struct CryptographyTests {
    /// Examples of the NIST "Secure Hash Standard" validation set and of FIPS 180-2, appendix B.
    @Test(
        "SHA-256 gives the published digests",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ]
    )
    func sha256(message: String, hex: String) {
        let digest = SHA256.hash(Array(message.utf8))
        #expect(digest.hexadecimal == hex)
        #expect(String(digest.words.0, radix: 16) == String(hex.prefix(16)))
        let digits = Array(hex.utf8)
        #expect(SHA256Digest(hexadecimal: digits.span) == digest)
    }

    @Test(
        "A digest is read from 64 lower-case hexadecimal digits and from nothing else",
        arguments: ["", "0", String(repeating: "0", count: 63), String(repeating: "0", count: 65)]
            + ["A", "g", "/", ":", "`", " ", "\0"].map { $0 + String(repeating: "0", count: 63) }
    )
    func notHexadecimal(_ text: String) {
        let digits = Array(text.utf8)
        #expect(SHA256Digest(hexadecimal: digits.span) == nil)
    }

    /// FIPS 180-2, appendix B.3: a million times "a".
    @Test("SHA-256 of a message in pieces is that of the whole", arguments: [1, 63, 64, 65, 1000, 1_000_000])
    func sha256Stream(pieceSize: Int) {
        var rest = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)[...]
        var stream = SHA256Stream()
        while !rest.isEmpty {
            rest.prefix(pieceSize).withUnsafeBytes { stream.add($0) }
            rest = rest.dropFirst(pieceSize)
        }
        let digest = stream.finish()
        #expect(digest.hexadecimal == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    /// RFC 4648 section 10, without the padding, and two bytes that need the URL alphabet.
    @Test(
        "Base 64 for URLs gives the examples of RFC 4648",
        arguments: [
            ([], ""), (Array("f".utf8), "Zg"), (Array("fo".utf8), "Zm8"), (Array("foo".utf8), "Zm9v"),
            (Array("foob".utf8), "Zm9vYg"), (Array("fooba".utf8), "Zm9vYmE"),
            (Array("foobar".utf8), "Zm9vYmFy"),
            ([0xFB, 0xFF], "-_8"),
        ] as [([UInt8], String)]
    )
    func base64URL(bytes: [UInt8], text: String) {
        #expect(Base64URL.encode(bytes) == text)
    }

    /// RFC 4648 section 10, and bytes that need the last two characters of the alphabet.
    @Test(
        "Base 64 gives the examples of RFC 4648 and reads them back",
        arguments: [
            ([], ""), (Array("f".utf8), "Zg=="), (Array("fo".utf8), "Zm8="), (Array("foo".utf8), "Zm9v"),
            (Array("foob".utf8), "Zm9vYg=="), (Array("fooba".utf8), "Zm9vYmE="),
            (Array("foobar".utf8), "Zm9vYmFy"),
            ([0xFB, 0xFF], "+/8="),
        ] as [([UInt8], String)]
    )
    func base64(bytes: [UInt8], text: String) {
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text) == bytes)
    }

    @Test(
        "Base 64 is refused in any other form than the one in which it is written",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm8", "=", "==", "====", "Z===", "Zg==Zg==", "Zm=8",
            "Zm9v\n", " Zm9v",
            "Zm9v====", "Z m9v===", "-_8=", "Zm9\u{0}", "Zm9é", "Zm9v Zm9",
        ]
    )
    func base64Refusals(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    @Test("Base 64 of every single byte and of long messages is read back")
    func base64RoundTrip() {
        for count in [1, 2, 3, 4, 255, 256, 1_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        for byte in UInt8.min...UInt8.max { #expect(Base64.decode(Base64.encode([byte])) == [byte]) }
    }
}
