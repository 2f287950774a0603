import ConfigBundle
import Cryptography
import Rollout
import WidgetGating

/// Signed bundles of one app, any revision, of some pages.
struct Bundles {
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    let file: BundleFile
    private let key: Ed25519.SigningKey

    static func app() throws -> AppID { try AppID("minimal-wallpapers") }

    init(in group: AppGroupDirectory) throws {
        key = try [UInt8](repeating: 1, count: Ed25519.keyLength).withUnsafeBytes {
            try Ed25519.SigningKey(seed: $0)
        }
        let trust = BundleTrust.signed(by: [BundleKey(key.verifyingKey)])
        file = BundleFile(in: group, verifier: BundleVerifier(app: try Self.app(), trust: trust))
    }

    func write(revision: Int64) throws -> BundleFile.Outcome {
        let filler = String(repeating: "\(revision)", count: 8_000 / "\(revision)".utf8.count)
        let flag = Flag(key: try FlagKey("filler"), defaultValue: .string(filler))
        let configuration = try AppConfiguration(
            app: try Self.app(),
            revision: revision,
            flags: [flag],
            widgets: [],
            kills: []
        )
        let bytes = configuration.bundleBytes
        let now = Instant(millisecondsSince1970: 1_796_083_200_000 + revision)
        return try file.write(
            KeptBundle(
                app: configuration.app,
                revision: revision,
                bytes: bytes,
                fields: BundleFields(
                    digest: SHA256.hash(bytes),
                    app: configuration.app,
                    revision: revision,
                    keys: [key]
                ),
                entityTag: nil,
                clock: ServerClock(server: now, device: now)
            )
        )
    }

    /// The newest revision; 0 for none.
    ///
    /// - Throws: When anything at all was wrong.
    func newestRevision() throws -> Int64 {
        let reading = file.read()
        guard reading.faults.isEmpty else { throw Violation(description: "\(reading.faults)") }
        guard reading.bundle?.revision == reading.configuration?.revision else {
            throw Violation(description: "another bundle than the one it is said to be")
        }
        return reading.bundle?.revision ?? 0
    }
}
