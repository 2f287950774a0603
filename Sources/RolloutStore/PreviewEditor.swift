/// What one command would make of the state, kept beside it: nothing is written, and nobody else waits.
final class PreviewEditor: StateEditor {
    /// What the command has changed so far.
    private(set) var changes: [Change]
    /// What each changed document is from its last change on; nil where it is gone.
    private var edited: [StateKey: Document?] = [:]

    private let base: any StoreReader
    private let author: Author

    /// - Parameter changes: What the command has changed already.
    init(on base: any StoreReader, by author: Author, changes: some Sequence<Change> = []) {
        self.base = base
        self.author = author
        self.changes = Array(changes)
        for change in changes { note(change) }
    }

    @discardableResult
    func set(_ key: StateKey, to text: String?) throws(StoreError) -> Change? {
        guard let change = try change(of: key, to: text, by: author) else { return nil }
        changes.append(change)
        note(change)
        return change
    }

    private func note(_ change: Change) {
        let document = change.after.map { Document(key: change.key, text: $0, revision: change.revision) }
        edited.updateValue(document, forKey: change.key)
    }
}

extension PreviewEditor: StoreReader {
    func revision() throws(StoreError) -> Int64 {
        if let last = changes.last { return last.revision }
        return try base.revision()
    }

    func document(_ key: StateKey) throws(StoreError) -> Document? {
        if let document = edited[key] { return document }
        return try base.document(key)
    }

    func documents(app: String, kind: String?) throws(StoreError) -> [Document] {
        let kept = try base.documents(app: app, kind: kind).filter { edited[$0.key] == nil }
        let made = edited.values.compactMap(\.self).filter { document in
            document.key.app == app && (kind.map { document.key.kind == $0 } ?? true)
        }
        return (kept + made).sorted { $0.key < $1.key }
    }

    func appRevisions() throws(StoreError) -> [String: Int64] {
        try base.appRevisions().merging(changes.map { ($0.key.app, $0.revision) }) { max($0, $1) }
    }

    func appRevision(_ app: String) throws(StoreError) -> Int64 {
        if let last = changes.last(where: { $0.key.app == app }) { return last.revision }
        return try base.appRevision(app)
    }

    func apps(changedAfter revision: Int64) throws(StoreError) -> [String] {
        let own = changes.filter { $0.revision > revision }.map(\.key.app)
        return try Set(base.apps(changedAfter: revision) + own).sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    func history(_ filter: HistoryFilter) throws(StoreError) -> [Change] {
        let own = changes.reversed().filter(filter.passes)
        guard let limit = filter.limit else { return try own + base.history(filter) }
        guard own.count < limit else { return Array(own.prefix(max(0, limit))) }
        var rest = filter
        rest.limit = limit - own.count
        return try own + base.history(rest)
    }

    func forEachChange(_ filter: HistoryFilter, _ body: (Change) throws -> Void) throws {
        var count = 0
        try base.forEachChange(filter) { change in
            count += 1
            try body(change)
        }
        let own = changes.filter(filter.passes)
        for change in own.prefix(filter.limit.map { max(0, $0 - count) } ?? own.count) { try body(change) }
    }

    func state(at revision: Int64) throws(StoreError) -> any StateReader {
        guard try revision > base.revision() else { return try base.state(at: revision) }
        return PreviewEditor(on: base, by: author, changes: changes.prefix { $0.revision <= revision })
    }

    func liveStateBreak() throws(StoreError) -> LogBreak? { try base.liveStateBreak() }
}

extension HistoryFilter {
    /// Whether a change meets all conditions; the limit is another matter.
    fileprivate func passes(_ change: Change) -> Bool {
        func isSame(_ wanted: String?, _ text: String) -> Bool {
            wanted.map { $0.utf8.elementsEqual(text.utf8) } ?? true
        }
        return isSame(app, change.key.app)
            && (apps.map { $0.contains { isSame($0, change.key.app) } } ?? true)
            && isSame(kind, change.key.kind) && isSame(name, change.key.name)
            && isSame(actor, change.actor) && isSame(action, change.action)
            && (since.map { change.millisecondsSince1970 >= $0 } ?? true)
            && (until.map { change.millisecondsSince1970 < $0 } ?? true)
            && (after.map { change.revision > $0 } ?? true) && (before.map { change.revision < $0 } ?? true)
    }
}
