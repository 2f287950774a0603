import ConfigBundle
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
    let revision: Int64
    /// The command that made the last change, such as `kill`.
    let reason: String
    let config: Resource
    let kills: Resource
    /// When stages begin, in order.
    private let stages: [Instant]

    /// Encodes and compresses.
    ///
    /// - Throws: `InvalidValue`, `CompressionError`, `HTTPServerError`.
    convenience init(_ state: AppState, reason: String, policy: CachePolicy, now: Instant) throws {
        let configuration = try state.configuration()
        let stages = Set(configuration.flags.flatMap { $0.rollout?.stages.map(\.from) ?? [] }).sorted()
        let maxAge = policy.maxAge(at: now, nextStage: stages.first { $0 > now })
        func resource(_ bytes: [UInt8]) throws -> Resource {
            try Resource(
                Representation(bytes),
                revision: configuration.revision,
                policy: policy,
                maxAge: maxAge
            )
        }
        self.init(
            revision: configuration.revision,
            reason: reason,
            config: try resource(configuration.bundleBytes),
            kills: try resource(configuration.killListBytes),
            stages: stages
        )
    }

    private init(revision: Int64, reason: String, config: Resource, kills: Resource, stages: [Instant]) {
        self.revision = revision
        self.reason = reason
        self.config = config
        self.kills = kills
        self.stages = stages
    }

    /// This content with the maximum age that is right at a moment; itself when that is the one it has.
    func renewed(policy: CachePolicy, now: Instant) throws(HTTPServerError) -> AppContent {
        let maxAge = policy.maxAge(at: now, nextStage: stages.first { $0 > now })
        guard maxAge != config.maxAge else { return self }
        return AppContent(
            revision: revision,
            reason: reason,
            config: try config.renewed(policy: policy, maxAge: maxAge),
            kills: try kills.renewed(policy: policy, maxAge: maxAge),
            stages: stages
        )
    }
}
