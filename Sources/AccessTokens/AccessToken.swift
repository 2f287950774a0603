package import Cryptography

/// What lets a program act from another machine: `wrt_`, a public ID, a secret of 256 random bits, and a checksum.
///
///     wrt_3f9a0c71d2e4_q0v…43 characters…Zk1b2c3
///
/// The prefix is for scanners that look for secrets where none should be. The checksum tells one that was copied by
/// half from one that was revoked, to whoever holds it, without a look at the store; it is made of the rest by a hash,
/// so it says nothing about it. Printed or put into an error, only the ID shows.
package struct AccessToken: Equatable, Sendable {
    /// By which it is found in the store, and named where people see it; 12 lower-case hexadecimal digits.
    package let id: String
    /// The whole of it, for whom it is made and for nobody else.
    package let secretText: String

    static let prefix = "wrt_"
    private static let idLength = 12
    /// 32 bytes in base 64.
    private static let secretLength = 43
    /// 4 bytes in base 64.
    private static let checksumLength = 6

    /// Makes one.
    ///
    /// - Parameter random: Must be fit for secrets, as the system's is.
    package init(using random: inout some RandomNumberGenerator) {
        func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in .random(in: .min ... .max, using: &random) }
        }
        id = bytes(Self.idLength / 2).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let text = Self.prefix + id + "_" + Base64URL.encode(bytes(32))
        secretText = text + Self.checksum(of: text)
    }

    /// Reads one.
    ///
    /// - Throws: ``TokenRefusal/malformed(_:)`` with what is wrong, without any of it.
    package init(parsing text: String) throws(TokenRefusal) {
        let bytes = Array(text.utf8)
        guard text.hasPrefix(Self.prefix) else { throw .malformed("it does not begin with \(Self.prefix)") }
        let length = Self.prefix.utf8.count + Self.idLength + 1 + Self.secretLength + Self.checksumLength
        guard bytes.count == length else {
            throw .malformed("it has \(bytes.count) characters of \(length): it was not copied whole")
        }
        let id = bytes.dropFirst(Self.prefix.utf8.count).prefix(Self.idLength)
        guard id.allSatisfy(Self.digits.contains),
            bytes[Self.prefix.utf8.count + Self.idLength] == UInt8(ascii: "_"),
            Self.checksum(of: String(decoding: bytes.dropLast(Self.checksumLength), as: UTF8.self))
                == String(decoding: bytes.suffix(Self.checksumLength), as: UTF8.self)
        else { throw .malformed("its checksum does not fit: a character is wrong or missing") }
        self.id = String(decoding: id, as: UTF8.self)
        secretText = text
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func checksum(of text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(Array(text.utf8)).bytes.prefix(4)))
    }

    /// What the store keeps of it.
    ///
    /// One round of a fast hash is right here. Slow ones are for passwords, which can be guessed; nobody guesses 256
    /// random bits, however fast each guess is, and a slow one would let anybody keep the server busy.
    package var hash: SHA256Digest { SHA256.hash(Array(secretText.utf8)) }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The ID, and nothing secret.
    package var description: String { "token \(id)" }

    package var debugDescription: String { description }

    /// Without children: `dump` and the debugger's reports would show the secret.
    package var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
