import ConfigBundle
package import Cryptography
package import LiveState
package import Rollout

/// All that is published of one app at one revision, whichever way it reaches clients.
package struct SignedApp: Equatable, Sendable {
    package let app: AppID
    package let revision: Int64
    /// What clients decide by.
    package let bundle: SignedRepresentation
    /// The kills alone.
    package let kills: SignedRepresentation
    /// The manifest of its wallpapers; nil when it has none.
    package let wallpapers: ManifestHash?
    /// When stages begin, in order.
    package let stages: [Instant]

    /// Encodes, compresses and signs.
    ///
    /// - Throws: `InvalidValue`, `CompressionError`, `CryptographyError`.
    package init(_ state: AppState, signer: Signer) throws {
        let configuration = try state.configuration()
        app = configuration.app
        revision = configuration.revision
        wallpapers = configuration.wallpapers
        stages = Set(configuration.flags.flatMap { $0.rollout?.stages.map(\.from) ?? [] }).sorted()
        bundle = try signer.sign(
            Representation(configuration.bundleBytes),
            app: configuration.app,
            revision: configuration.revision
        )
        kills = try signer.sign(
            Representation(configuration.killListBytes),
            app: configuration.app,
            revision: configuration.revision
        )
    }

    private init(
        _ other: SignedApp,
        bundle: SignedRepresentation,
        kills: SignedRepresentation
    ) {
        app = other.app
        revision = other.revision
        wallpapers = other.wallpapers
        stages = other.stages
        self.bundle = bundle
        self.kills = kills
    }

    /// The same, signed by another; nothing is compressed again.
    package func signed(by signer: Signer) throws(CryptographyError) -> SignedApp {
        SignedApp(
            self,
            bundle: try signer.sign(bundle.representation, app: app, revision: revision),
            kills: try signer.sign(kills.representation, app: app, revision: revision)
        )
    }
}
