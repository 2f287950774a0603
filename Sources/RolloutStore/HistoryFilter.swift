/// Which changes to list.
///
/// Conditions that are nil let every change pass; the others must all hold.
package struct HistoryFilter: Equatable, Sendable {
    /// Only changes of this app's documents.
    package var app: String?
    /// Only changes of documents of one of these apps; empty lets none pass.
    package var apps: Set<String>?
    /// Only changes of this sort of document.
    package var kind: String?
    /// Only changes of documents with this name.
    package var name: String?
    /// Only this actor's changes.
    package var actor: String?
    /// Only changes by this command.
    package var action: String?
    /// Only changes at this moment of their authors' clocks or later, in milliseconds since 1970.
    package var since: Int64?
    /// Only changes before this moment of their authors' clocks, in milliseconds since 1970.
    package var until: Int64?
    /// Only changes after this revision, itself not included.
    package var after: Int64?
    /// Only changes before this revision, itself not included: the last of one page, to continue with the next.
    package var before: Int64?
    /// The first so many of those that match, in the order in which they are asked for; nil is all of them, zero or
    /// less none.
    package var limit: Int?

    package init(
        app: String? = nil,
        apps: Set<String>? = nil,
        kind: String? = nil,
        name: String? = nil,
        actor: String? = nil,
        action: String? = nil,
        since: Int64? = nil,
        until: Int64? = nil,
        after: Int64? = nil,
        before: Int64? = nil,
        limit: Int? = nil
    ) {
        self.app = app
        self.apps = apps
        self.kind = kind
        self.name = name
        self.actor = actor
        self.action = action
        self.since = since
        self.until = until
        self.after = after
        self.before = before
        self.limit = limit
    }
}
