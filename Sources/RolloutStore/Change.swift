/// One entry of the append-only log: one document went from `before` to `after`.
package struct Change: Equatable, Sendable {
    /// Its number.
    ///
    /// The first is 1, and each is one more than the last, save where a backup was put in place: then it is above
    /// all that were ever given out.
    package let revision: Int64
    /// The author's clock, in milliseconds since 1970 without leap seconds.
    ///
    /// Two changes may carry the same instant or run backwards; the order is that of the revisions.
    package let millisecondsSince1970: Int64
    /// Who: a person's name, or a program's.
    package let actor: String
    /// The command, such as `kill`.
    package let action: String
    package let key: StateKey
    /// The document as it was; nil when there was none.
    package let before: String?
    /// The document from then on; nil when it was removed.
    package let after: String?
    /// Why, in the author's words; may be empty.
    package let reason: String
    /// What seals it and all changes before it, as it was recorded; whether it is right, an audit says.
    package private(set) var hash: ChangeHash

    package init(
        revision: Int64,
        millisecondsSince1970: Int64,
        actor: String,
        action: String,
        key: StateKey,
        before: String?,
        after: String?,
        reason: String,
        hash: ChangeHash
    ) {
        self.revision = revision
        self.millisecondsSince1970 = millisecondsSince1970
        self.actor = actor
        self.action = action
        self.key = key
        self.before = before
        self.after = after
        self.reason = reason
        self.hash = hash
    }

    /// The command that puts a backup in a store's place, the only one that may leave revisions out.
    package static let restoringAction = "restore-backup"

    /// Itself with the hash that it must have after the change before it.
    ///
    /// - Parameter previous: ``ChangeHash/none`` for the first.
    func sealed(after previous: ChangeHash) -> Change {
        var change = self
        change.hash = ChangeHash(of: self, after: previous)
        return change
    }
}
