/// Holds the changes of a log against their hashes, one at a time, the oldest first.
struct LogAudit {
    /// The last change that was as it was recorded.
    private(set) var head: LogHead?
    /// Heads that the log once had, the lowest revision first.
    private var expected: ArraySlice<LogHead>

    init(expecting heads: [LogHead]) {
        expected = heads.sorted { $0.revision < $1.revision }[...]
    }

    /// Takes the next change.
    ///
    /// - Returns: What is wrong with it; then nothing can be said of those that follow.
    mutating func take(_ change: Change) -> LogBreak? {
        let next = (head?.revision ?? 0) + 1
        guard change.revision >= next else { return .unexpected(change.revision) }
        if change.revision > next && change.action != Change.restoringAction {
            return .missing(next...(change.revision - 1))
        }
        guard change.hash == ChangeHash(of: change, after: head?.hash ?? .none) else {
            return .altered(change.revision)
        }
        while let wanted = expected.first, wanted.revision <= change.revision {
            guard wanted.revision == change.revision else {
                return .missing(wanted.revision...wanted.revision)
            }
            guard wanted.hash == change.hash else { return .rewritten(wanted) }
            expected.removeFirst()
        }
        head = LogHead(revision: change.revision, hash: change.hash)
        return nil
    }

    /// What is wrong at the end of the log.
    var breakAtEnd: LogBreak? { expected.first.map { .cut(end: head?.revision ?? 0, $0) } }
}

/// What an audit found.
package struct AuditResult: Equatable, Sendable {
    /// The last change up to which all are as they were recorded; nil: there is none.
    package let head: LogHead?
    /// How many changes that are.
    package let count: Int
    /// The first place that is not as it was recorded; nil: all is.
    package let firstBreak: LogBreak?

    package init(head: LogHead?, count: Int, firstBreak: LogBreak?) {
        self.head = head
        self.count = count
        self.firstBreak = firstBreak
    }
}

extension Store {
    /// Holds the whole log against its hashes, and the live state against the log.
    ///
    /// Takes memory for a few changes, however many there are, and some microseconds for each.
    ///
    /// - Parameters:
    ///   - heads: What the log must hold: only by one that was kept elsewhere can a log be told from one that was
    ///     cut off at its end, or written anew with all its hashes.
    ///   - progress: Called after each change.
    /// - Throws: `StoreError` when the store cannot be read at all.
    package func audit(expecting heads: [LogHead] = [], progress: () -> Void = {}) throws -> AuditResult {
        try read { reader in
            var audit = LogAudit(expecting: heads)
            var count = 0
            var found: LogBreak?
            do {
                try reader.forEachChange(HistoryFilter()) { change in
                    found = audit.take(change)
                    guard found == nil else { throw AuditStop() }
                    count += 1
                    progress()
                }
                found = try audit.breakAtEnd ?? reader.liveStateBreak()
            } catch is AuditStop {
                // The break is in `found`.
            } catch let error as StoreError where error.isOfOneRow {
                found = .unreadable(after: audit.head?.revision ?? 0, reason: error.description)
            }
            return AuditResult(head: audit.head, count: count, firstBreak: found)
        }
    }
}

/// Ends the reading of a log at its first break.
private struct AuditStop: Error {}

extension StoreError {
    /// Whether something that is stored made it, rather than the store as a whole.
    fileprivate var isOfOneRow: Bool {
        switch problem {
        case .corrupt, .engine: true
        default: false
        }
    }
}
