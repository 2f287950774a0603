import LiveState
import ReleaseDesk
import Rollout
import RolloutStore

/// A publication made from the store, with what was met on the way.
struct Reading {
    /// An app whose state cannot be read.
    struct Fault {
        let app: String
        let reason: String
        /// What is served of it nevertheless; nil: nothing.
        let servedRevision: Int64?
    }

    let publication: Publication
    /// The apps that were read, came or went.
    let changed: [String]
    let faults: [Fault]

    /// Reads one snapshot of the store.
    ///
    /// - Parameters:
    ///   - presentation: For so many apps.
    ///   - known: A publication of this store, so that only what has changed since is read; nil: reads everything.
    ///   - old: Where an app that cannot be read keeps its answers from.
    /// - Throws: `StoreError` when the store fails as a whole.
    init(
        of store: any Store,
        as presentation: (_ appCount: Int) -> Presentation,
        now: Instant,
        after known: Publication?,
        keeping old: Publication? = nil
    ) throws {
        self = try store.read { reader in
            let names =
                try known.map { known in
                    try reader.apps(changedAfter: known.revision).filter { $0 != StateKey.noApp }
                } ?? AppState.apps(in: reader)
            var apps = Dictionary((known?.apps ?? []).map { ($0.name, $0) }) { first, _ in first }
            let kept = Dictionary((old?.apps ?? []).map { ($0.name, $0) }) { first, _ in first }
            let presentation = presentation(Set(names).union(apps.keys).count)
            var faults: [Fault] = []
            for name in names {
                do {
                    let state = try AppState(of: name, from: reader)
                    let last = try reader.history(HistoryFilter(app: name, limit: 1)).first
                    let content = try state.map {
                        try AppContent(
                            $0,
                            reason: last?.action ?? "",
                            presentation,
                            now: now,
                            after: kept[name]?.content
                        )
                    }
                    apps[name] = content.map { PublishedApp(name: name, content: $0) }
                } catch let error as StoreError {
                    throw error
                } catch {
                    let reason = String(describing: error)
                    let content = kept[name]?.content
                    apps[name] = PublishedApp(name: name, content: content, fault: reason)
                    faults.append(Fault(app: name, reason: reason, servedRevision: content?.revision))
                }
            }
            let publication = try Publication(
                revision: reader.revision(),
                changedAt: reader.history(HistoryFilter(limit: 1)).first.map {
                    Instant(millisecondsSince1970: $0.millisecondsSince1970)
                },
                nextDue: reader.nextDue(),
                apps: Array(apps.values),
                policy: presentation.policy
            )
            return Reading(publication: publication, changed: names, faults: faults)
        }
    }

    private init(publication: Publication, changed: [String], faults: [Fault]) {
        self.publication = publication
        self.changed = changed
        self.faults = faults
    }
}
