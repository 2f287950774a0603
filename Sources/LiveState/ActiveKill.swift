package import Rollout

/// A kill in force, with the revision of the change that made it.
package struct ActiveKill: Equatable, Sendable {
    package let revision: Int64
    package let record: KillRecord

    package init(revision: Int64, record: KillRecord) {
        self.revision = revision
        self.record = record
    }

    /// As the bundle has it.
    package var kill: Kill { Kill(target: record.target, scope: record.scope, revision: revision) }
}
