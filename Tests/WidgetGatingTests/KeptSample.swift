import BundleSamples
import ConfigBundle
import Cryptography
import Rollout
import TestSupport
@testable import WidgetGating

/// Bundles of `minimal-wallpapers` as an app keeps them, and a directory to keep them in.
struct KeptSample {
    let directory: TemporaryDirectory
    let file: BundleFile

    init(trust: BundleTrust? = nil) throws {
        directory = try TemporaryDirectory()
        file = BundleFile(
            in: AppGroupDirectory(path: directory.path),
            verifier: BundleVerifier(
                app: try AppID("minimal-wallpapers"),
                trust: try trust ?? .signed(by: [.sample(1)])
            )
        )
    }

    /// What an app keeps of an answer at noon by the server, whose clock is a second ahead.
    static func bundle(revision: Int64 = 50, flags: Int = 6, key: UInt8 = 1) throws -> KeptBundle {
        let bytes = try SampleConfiguration.make(flags: flags, revision: revision).bundleBytes
        let sample = try SignedSample(bundle: bytes, revision: revision, keys: [.sample(key)])
        return KeptBundle(
            app: sample.verifier.app,
            revision: revision,
            bytes: bytes,
            fields: sample.fields,
            entityTag: try Representation(bytes).entityTag,
            clock: ServerClock(
                server: try Instant(parsing: "2026-12-01T12:00:00Z"),
                device: try Instant(parsing: "2026-12-01T11:59:59Z")
            )
        )
    }
}
