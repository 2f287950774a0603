import AdminProtocol
import RolloutStore
import StrictJSON

/// The state of a store on another machine at one revision.
class RemoteState: StateReader {
    let client: AdminClient
    /// Of which the state is asked for.
    let asked: Int64
    private var known: AppRevisions?
    /// The documents of whole apps that have come so far.
    private var documents: [String: [Document]] = [:]

    init(_ client: AdminClient, revision: Int64) {
        self.client = client
        asked = revision
    }

    func revision() throws(StoreError) -> Int64 { try apps().revision }

    func document(_ key: StateKey) throws(StoreError) -> Document? {
        try documents(app: key.app, kind: nil).first { $0.key == key }
    }

    func documents(app: String, kind: String?) throws(StoreError) -> [Document] {
        var all = documents[app] ?? []
        if documents[app] == nil { all = try fetch(app) }
        return kind.map { kind in all.filter { $0.key.kind == kind } } ?? all
    }

    func appRevisions() throws(StoreError) -> [String: Int64] { try apps().apps }

    func appRevision(_ app: String) throws(StoreError) -> Int64 { try apps().apps[app] ?? 0 }

    func apps(changedAfter revision: Int64) throws(StoreError) -> [String] {
        try apps().apps.filter { $0.value > revision }.keys.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    // MARK: - Asking

    private func apps() throws(StoreError) -> AppRevisions {
        if let known { return known }
        let answer = try client.ask { client in
            try client.get(.apps, Query(["revision": "\(asked)"])) { AppRevisions($0) }
        }
        known = answer
        return answer
    }

    /// The first app is asked for alone; whoever wants a second mostly wants all, so then as many come as a page has.
    private func fetch(_ app: String) throws(StoreError) -> [Document] {
        let isFirst = documents.isEmpty
        let query = Query(["revision": "\(asked)", isFirst ? "app" : "from": app])
        let page = try client.ask { client in try client.get(.documents, query) { DocumentPage($0) } }
        for (name, found) in Dictionary(grouping: page.documents, by: \.key.app) where documents[name] == nil
        {
            documents[name] = found
        }
        let found = documents[app] ?? []
        documents[app] = found
        return found
    }
}
