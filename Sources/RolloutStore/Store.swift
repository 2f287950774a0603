/// The change log, and the live state that is its sum.
///
/// Calls block, for a lock up to the engine's timeout; keep them off the cooperative pool. A store may be shared
/// between threads, which then take turns, and the file or server behind it between processes.
package protocol Store: Sendable {
    /// The revision of the last change, zero when there is none.
    ///
    /// Made to be asked many times a second: while nothing has changed, nothing is read.
    func revision() throws(StoreError) -> Int64

    /// Reads one consistent snapshot: what others commit meanwhile is not in it.
    ///
    /// - Parameter body: Must not call the store itself, nor keep the reader.
    /// - Throws: What `body` throws, otherwise `StoreError`.
    func read<Result>(_ body: (any StoreReader) throws -> Result) throws -> Result

    /// Carries out one command in one transaction that no other writer is in.
    ///
    /// - Parameter body: Reads, decides and edits; sees its own edits. Must not call the store itself, nor keep
    ///   the editor.
    /// - Returns: What `body` returns, and the changes that it made, in order; empty when it changed nothing. They
    ///   are durable by then.
    /// - Throws: What `body` throws, otherwise `StoreError`; then nothing has changed.
    func change<Result>(
        by author: Author,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change])
}

extension Store {
    /// What `change(by:_:)` would return now, for a dry run.
    ///
    /// Only reads: it needs no leave to write, and keeps no writer waiting.
    package func preview<Result>(
        by author: Author,
        _ body: (any StateEditor) throws -> Result
    ) throws -> (result: Result, changes: [Change]) {
        try read { reader in
            let editor = PreviewEditor(on: reader, by: author)
            return (try body(editor), editor.changes)
        }
    }

    /// The changes that `filter` lets pass, the newest first.
    package func history(_ filter: HistoryFilter = HistoryFilter()) throws -> [Change] {
        try read { try $0.history(filter) }
    }
}

/// The state at one revision: the live one, or one that was.
package protocol StateReader {
    /// The revision that this is the state of; of the live state the last change's, zero when there is none.
    func revision() throws(StoreError) -> Int64

    /// The document of `key`, nil when there is none.
    func document(_ key: StateKey) throws(StoreError) -> Document?

    /// The documents of one app, sorted by key.
    ///
    /// - Parameter kind: nil is every kind.
    func documents(app: String, kind: String?) throws(StoreError) -> [Document]

    /// Every app that a change up to then has ever named, with its revision: that of the last change of one of its
    /// documents.
    func appRevisions() throws(StoreError) -> [String: Int64]

    /// The app's revision, zero when no change has named it.
    func appRevision(_ app: String) throws(StoreError) -> Int64

    /// The apps whose revision is above `revision`, sorted.
    func apps(changedAfter revision: Int64) throws(StoreError) -> [String]
}

extension StateReader {
    /// The documents of one app, of every kind, sorted by key.
    package func documents(app: String) throws(StoreError) -> [Document] {
        try documents(app: app, kind: nil)
    }
}

/// The live state and the log that it is the sum of.
package protocol StoreReader: StateReader {
    /// The changes that `filter` lets pass, the newest first.
    func history(_ filter: HistoryFilter) throws(StoreError) -> [Change]

    /// Hands over the changes that `filter` lets pass, the oldest first, one at a time: memory does not grow with their
    /// number.
    ///
    /// - Parameter body: Must not edit.
    /// - Throws: What `body` throws, otherwise `StoreError`.
    func forEachChange(_ filter: HistoryFilter, _ body: (Change) throws -> Void) throws

    /// The state as the changes up to a revision had made it; empty at zero, the live one from the last revision on.
    ///
    /// Takes as long as there are documents, however many changes they have had.
    func state(at revision: Int64) throws(StoreError) -> any StateReader

    /// The first place where the live state is not the sum of the changes; nil when it is.
    ///
    /// Takes a few microseconds a change, and memory for a few of them.
    func liveStateBreak() throws(StoreError) -> LogBreak?
}

extension StoreReader {
    /// The change of a revision; nil when there is none.
    package func change(_ revision: Int64) throws(StoreError) -> Change? {
        guard revision > 0, revision < .max else { return nil }
        return try history(HistoryFilter(after: revision - 1, before: revision + 1)).first
    }
}

/// The live state in the hands of the one command that may change it.
package protocol StateEditor: StoreReader {
    /// Makes `text` the document of `key`; nil removes it.
    ///
    /// - Returns: The change, nil when the document is that already, to the byte: nothing is recorded then. A key
    ///   that is set twice has changed twice.
    @discardableResult
    func set(_ key: StateKey, to text: String?) throws(StoreError) -> Change?
}
