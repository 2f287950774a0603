/// The last change of a log at some moment, to be kept where whoever can write to the store cannot: a later log that
/// does not hold it was cut off or rewritten.
///
/// Written `REVISION:HASH`.
package struct LogHead: Hashable, Sendable {
    package let revision: Int64
    package let hash: ChangeHash

    package init(revision: Int64, hash: ChangeHash) {
        self.revision = revision
        self.hash = hash
    }

    /// Reads `REVISION:HASH`; nil for anything else.
    package init?(parsing text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let revision = Int64(parts[0]), revision > 0, let hash = ChangeHash(parts[1])
        else { return nil }
        self.init(revision: revision, hash: hash)
    }
}

extension LogHead: CustomStringConvertible {
    package var description: String { "\(revision):\(hash)" }
}

extension StateReader {
    /// The last change's; nil when there is none.
    package func head() throws(StoreError) -> LogHead? {
        try history(HistoryFilter(limit: 1)).first.map { LogHead(revision: $0.revision, hash: $0.hash) }
    }
}
