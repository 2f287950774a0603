import BundleSamples
import ConfigBundle
import Cryptography
import Rollout

@testable import ConfigPolling

/// Signed bundles of one app, each as its server sends it.
struct SampleBundle {
    static let key = 1 as UInt8

    let bytes: [UInt8]
    let fields: BundleFields

    /// - Parameters:
    ///   - value: What its only flag gives, to tell bundles apart.
    ///   - keys: The seeds of those who sign.
    init(_ revision: Int64, value: String = "", app: String = "test-app", keys: [UInt8] = [key]) throws {
        let app = try AppID(app)
        let flag = Flag(key: try FlagKey("word"), defaultValue: .string(value))
        bytes = try AppConfiguration(app: app, revision: revision, flags: [flag], widgets: [], kills: [])
            .bundleBytes
        fields = try BundleFields(
            digest: SHA256.hash(bytes),
            app: app,
            revision: revision,
            keys: keys.map { try .sample($0) }
        )
    }

    /// What a client has that believes this bundle.
    func copy() throws -> BundleCopy {
        BundleCopy(bytes: bytes, fields: fields, configuration: try AppConfiguration(bundle: bytes))
    }

    var entityTag: String { "\"\(Base64URL.encode(SHA256.hash(bytes).bytes))\"" }

    static func verifier(keys: [UInt8] = [key], byteLimit: Int = 1 << 20) throws -> BundleVerifier {
        BundleVerifier(
            app: try AppID("test-app"),
            trust: .signed(by: try keys.map { try .sample($0) }),
            byteLimit: byteLimit
        )
    }

    static func keyID(_ seed: UInt8) throws -> String { try BundleKey.sample(seed).id }
}
