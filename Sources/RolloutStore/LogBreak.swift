/// The first place where a store is not what was recorded in it.
package enum LogBreak: Equatable, Sendable {
    /// These revisions are not there.
    case missing(ClosedRange<Int64>)
    /// The change of this revision is not what was recorded: its hash does not follow from it and the one before.
    case altered(Int64)
    /// This revision is there, and was not given to an author of this log: it comes before the first.
    case unexpected(Int64)
    /// What follows this revision cannot be read; why.
    case unreadable(after: Int64, reason: String)
    /// The log ends before a revision that it once had; zero: it is empty.
    case cut(end: Int64, LogHead)
    /// The change of this revision was another one; the log was written anew up to there.
    case rewritten(LogHead)
    /// The live document of this key is not the one that the last change of it left; nil: there is none.
    case notLive(StateKey)
    /// The app's revision is not that of its last change.
    case wrongAppRevision(String)
}

extension LogBreak: CustomStringConvertible {
    /// One line: what is wrong, and what is still as it was.
    package var description: String {
        switch self {
        case .missing(let revisions) where revisions.count == 1:
            "revision \(revisions.lowerBound) was removed"
        case .missing(let revisions):
            "revisions \(revisions.lowerBound) to \(revisions.upperBound) were removed"
        case .altered(let revision):
            "revision \(revision) is not what was recorded: it was changed, moved or added by hand; those before it "
                + "are as they were"
        case .unexpected(let revision):
            "revision \(revision) was added by hand: the first is 1"
        case .unreadable(let revision, let reason):
            "what follows revision \(revision) cannot be read: \(reason)"
        case .cut(let end, let expected):
            "the log ends at revision \(end), and revision \(expected.revision) was there: its end was cut off"
        case .rewritten(let expected):
            "revision \(expected.revision) has another hash than \(expected.hash): the log was written anew up to there"
        case .notLive(let key):
            "the log is as it was recorded, but the live document \(key) is not what its last change left"
        case .wrongAppRevision(let app):
            "the log is as it was recorded, but the revision of \(app) is not that of its last change"
        }
    }
}
