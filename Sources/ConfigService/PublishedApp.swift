import ConfigBundle
import Cryptography
import HTTPServer
import LiveState
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
    let app: AppID
    let revision: Int64
    /// The command that made the last change, such as `kill`.
    let reason: String
    let config: Resource
    let kills: Resource
    /// From which there are deltas of the bundle.
    let bases: DeltaBases
    /// When stages begin, in order.
    private let stages: [Instant]

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
        let configuration = try state.configuration()
        let stages = Set(configuration.flags.flatMap { $0.rollout?.stages.map(\.from) ?? [] }).sorted()
        let bundle = try Representation(configuration.bundleBytes)
        let bases = DeltaBases(
            to: bundle,
            after: previous.map { ($0.config.representation, $0.bases) },
            byteLimit: presentation.deltaByteLimit
        )
        let (policy, signer) = (presentation.policy, presentation.signer)
        func resource(_ representation: Representation, _ bases: DeltaBases?) throws -> Resource {
            try Resource(
                representation,
                fields: signer.fields(
                    of: representation.digest,
                    app: configuration.app,
                    revision: configuration.revision
                ).list,
                signer: signer,
                bases: bases,
                policy: policy,
                maxAge: policy.maxAge(at: now, nextStage: stages.first { $0 > now })
            )
        }
        self.init(
            app: configuration.app,
            revision: configuration.revision,
            reason: reason,
            config: try resource(bundle, bases),
            kills: try resource(Representation(configuration.killListBytes), nil),
            bases: bases,
            stages: stages
        )
    }

    private init(
        app: AppID,
        revision: Int64,
        reason: String,
        config: Resource,
        kills: Resource,
        bases: DeltaBases,
        stages: [Instant]
    ) {
        self.app = app
        self.revision = revision
        self.reason = reason
        self.config = config
        self.kills = kills
        self.bases = bases
        self.stages = stages
    }

    /// This content with the maximum age that is right at a moment, signed by whoever signs now; itself when that is
    /// what it has.
    ///
    /// - Throws: `CryptographyError`, `HTTPServerError`.
    func renewed(_ presentation: Presentation, now: Instant) throws -> AppContent {
        let maxAge = presentation.policy.maxAge(at: now, nextStage: stages.first { $0 > now })
        let signer = presentation.signer
        guard maxAge != config.maxAge || signer !== config.signer else { return self }
        func renewed(_ resource: Resource) throws -> Resource {
            guard signer !== resource.signer else { return try resource.renewed(maxAge: maxAge) }
            let fields = try signer.fields(of: resource.representation.digest, app: app, revision: revision)
            return try resource.with(fields: fields.list, signer: signer, maxAge: maxAge)
        }
        return AppContent(
            app: app,
            revision: revision,
            reason: reason,
            config: try renewed(config),
            kills: try renewed(kills),
            bases: bases,
            stages: stages
        )
    }
}
