import LiveState
import Publishing
import Rollout

/// What is served of one app.
struct PublishedApp: Sendable {
    let name: String
    let nameBytes: [UInt8]
    /// nil when the app has never been readable since the start.
    let content: AppContent?
    /// Why the app's last change could not be read; nil: the content is up to date.
    let fault: String?

    init(name: String, content: AppContent?, fault: String? = nil) {
        self.name = name
        nameBytes = Array(name.utf8)
        self.content = content
        self.fault = fault
    }
}

/// An app's answers at one revision.
final class AppContent: Sendable {
    /// The command that made the last change, such as `kill`.
    let reason: String
    let config: Resource
    let kills: Resource
    /// From which there are deltas of the bundle.
    let bases: DeltaBases
    private let signed: SignedApp
    private let signer: Signer

    var revision: Int64 { signed.revision }

    /// The manifest of wallpapers that clients are told of; nil when there is none.
    var wallpapers: ManifestHash? { signed.wallpapers }

    /// Encodes, compresses and signs.
    ///
    /// - Parameter previous: What has been served of the app, for deltas; nil: nothing.
    /// - Throws: `InvalidValue`, `CompressionError`, `CryptographyError`, `HTTPServerError`.
    convenience init(
        _ state: AppState,
        reason: String,
        _ presentation: Presentation,
        now: Instant,
        after previous: AppContent?
    ) throws {
        let signed = try SignedApp(state, signer: presentation.signer)
        let bases = DeltaBases(
            to: signed.bundle.representation,
            after: previous.map { ($0.config.representation, $0.bases) },
            byteLimit: presentation.deltaByteLimit
        )
        let policy = presentation.policy
        let maxAge = policy.maxAge(at: now, for: signed)
        self.init(
            signed,
            reason: reason,
            signer: presentation.signer,
            config: try Resource(signed.bundle, bases: bases, policy: policy, maxAge: maxAge),
            kills: try Resource(signed.kills, bases: nil, policy: policy, maxAge: maxAge),
            bases: bases
        )
    }

    private init(
        _ signed: SignedApp,
        reason: String,
        signer: Signer,
        config: Resource,
        kills: Resource,
        bases: DeltaBases
    ) {
        self.signed = signed
        self.reason = reason
        self.signer = signer
        self.config = config
        self.kills = kills
        self.bases = bases
    }

    /// This content with the maximum age that is right at a moment, signed by whoever signs now; itself when that is
    /// what it has.
    ///
    /// - Throws: `CryptographyError`, `HTTPServerError`.
    func renewed(_ presentation: Presentation, now: Instant) throws -> AppContent {
        let maxAge = presentation.policy.maxAge(at: now, for: signed)
        let signer = presentation.signer
        guard maxAge != config.maxAge || signer !== self.signer else { return self }
        let signed = signer === self.signer ? signed : try signed.signed(by: signer)
        return AppContent(
            signed,
            reason: reason,
            signer: signer,
            config: try config.with(signed.bundle.fields, maxAge: maxAge),
            kills: try kills.with(signed.kills.fields, maxAge: maxAge),
            bases: bases
        )
    }
}

extension CachePolicy {
    /// Seconds for which answers about an app are fresh at a moment.
    fileprivate func maxAge(at now: Instant, for app: SignedApp) -> Int {
        maxAge(at: now, nextStage: app.stages.first { $0 > now })
    }
}
