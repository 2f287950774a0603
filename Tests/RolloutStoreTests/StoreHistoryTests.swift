import RolloutStore
import Testing

@Suite("The history of every store")
struct StoreHistoryTests {
    static let filters: [(filter: HistoryFilter, revisions: [Int64])] = [
        (HistoryFilter(), [6, 5, 4, 3, 2, 1]),
        (HistoryFilter(app: "aurora"), [6, 4, 3, 1]),
        (HistoryFilter(kind: "kill"), [4, 3, 2]),
        (HistoryFilter(name: "a"), [5, 4, 2, 1]),
        (HistoryFilter(actor: "noor"), [5, 2]),
        (HistoryFilter(action: "restore"), [4]),
        (HistoryFilter(app: "aurora", kind: "kill", name: "a"), [4]),
        (HistoryFilter(app: "aurora", actor: "noor"), []),
        (HistoryFilter(app: "Aurora"), []),
        (HistoryFilter(after: 4), [6, 5]),
        (HistoryFilter(before: 3), [2, 1]),
        (HistoryFilter(after: 1, before: 5), [4, 3, 2]),
        (HistoryFilter(after: 5, before: 6), []),
        (HistoryFilter(app: "aurora", after: 1, before: 6, limit: 1), [4]),
        (HistoryFilter(limit: 2), [6, 5]),
        (HistoryFilter(limit: 100), [6, 5, 4, 3, 2, 1]),
        (HistoryFilter(limit: 0), []),
        (HistoryFilter(limit: -1), []),
    ]

    @Test(
        "A filter lets pass what fulfils all its conditions, newest first",
        arguments: StoreEngine.all,
        filters
    )
    func filter(engine: StoreEngine, sample: (filter: HistoryFilter, revisions: [Int64])) throws {
        let store = try engine.makePlace().open()
        try store.set(.flag("a"), to: "1", by: .sample("mika"))
        try store.set(.kill("a", app: "minimal"), to: "1", by: .sample("noor", action: "kill"))
        try store.set(.kill("b"), to: "1", by: .sample("mika", action: "kill"))
        try store.set(.kill("a"), to: "1", by: .sample("mika", action: "restore"))
        try store.set(.flag("a", app: "minimal"), to: "1", by: .sample("noor"))
        try store.set(.flag("b"), to: "1", by: .sample("mika"))
        #expect(try store.history(sample.filter).map(\.revision) == sample.revisions)
    }
}
