import Cryptography
public import Rollout

/// A published picture, which is named after its content and so never changes.
public struct ImageFile: Hashable, Sendable {
    /// The SHA-256 of its bytes: 64 lower-case hexadecimal digits.
    public let hash: String
    /// How it is encoded.
    public let format: ImageFormat
    /// How many bytes it has; 1 or more.
    public let byteCount: Int

    /// - Throws: `InvalidValue` when the hash is none or there are no bytes.
    public init(hash: String, format: ImageFormat, byteCount: Int) throws(InvalidValue) {
        guard hash.utf8.count == 64, hash.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }) else {
            throw InvalidValue("\"\(hash)\" is not a hash: 64 lower-case hexadecimal digits")
        }
        guard byteCount > 0 else { throw InvalidValue("a picture has at least one byte") }
        self.hash = hash
        self.format = format
        self.byteCount = byteCount
    }

    /// `<hash>.<format>`: its name in addresses, and a good one for a file that keeps it.
    public var name: String { "\(hash).\(format.rawValue)" }

    /// Whether these bytes are the picture, all of it and nothing else.
    ///
    /// To be asked of what came over the network, before it is kept or decoded.
    public func isContent(_ bytes: [UInt8]) -> Bool {
        bytes.count == byteCount && SHA256.hash(bytes).hexadecimal == hash
    }
}

/// The formats that are published: what a file's name ends in, and what the manifest calls it.
public enum ImageFormat: String, CaseIterable, Sendable {
    /// JPEG: backgrounds.
    case jpg
    /// PNG: emblems, whose shape is in the alpha channel.
    case png
}
