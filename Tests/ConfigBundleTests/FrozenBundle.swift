import Foundation

/// The bundle that clients in the field hold: `Fixtures/bundle-1.json`.
///
/// Written by an independent program and never edited: when it can no longer be read, or gives another decision,
/// clients break. A new format gets a new file beside it.
enum FrozenBundle {
    /// As `sha256sum` gives it.
    static let sha256 = "59ca5e310cf767dc61e69aa91ac3ff2c56338a254ec02a08f24757e3d15bcbab"
    /// The same 32 bytes in base64url (RFC 4648 section 5) without padding, in quotes.
    static let entityTag = "\"WcpeMQz3Z9xh5pqpGsP_LFYziiVOwCoI8kdX49Fby6s\""

    static func bytes() throws -> [UInt8] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/bundle-1.json")
        return Array(try Data(contentsOf: file))
    }
}
