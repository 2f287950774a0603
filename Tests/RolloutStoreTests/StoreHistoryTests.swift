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
        (HistoryFilter(apps: ["aurora", "minimal"]), [6, 5, 4, 3, 2, 1]),
        (HistoryFilter(apps: ["minimal", "zen"]), [5, 2]),
        (HistoryFilter(apps: ["aurora", "zen"], limit: 2), [6, 4]),
        (HistoryFilter(app: "aurora", apps: ["minimal"]), []),
        (HistoryFilter(apps: []), []),
        (HistoryFilter(after: 4), [6, 5]),
        (HistoryFilter(before: 3), [2, 1]),
        (HistoryFilter(after: 1, before: 5), [4, 3, 2]),
        (HistoryFilter(after: 5, before: 6), []),
        (HistoryFilter(app: "aurora", after: 1, before: 6, limit: 1), [4]),
        // The third has a clock that runs ahead.
        (HistoryFilter(since: 4_000), [6, 5, 3]),
        (HistoryFilter(until: 4_000), [4, 2, 1]),
        (HistoryFilter(since: 2_000, until: 5_000), [5, 4, 2]),
        (HistoryFilter(actor: "mika", since: 2_000, until: 5_000), [4]),
        (HistoryFilter(since: 2_000, until: 5_000, limit: 2), [5, 4]),
        (HistoryFilter(since: 6_001), []),
        (HistoryFilter(since: 4_000, until: 4_000), []),
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
        try store.set(.flag("a"), to: "1", by: .sample("mika", at: 1_000))
        try store.set(.kill("a", app: "minimal"), to: "1", by: .sample("noor", action: "kill", at: 2_000))
        try store.set(.kill("b"), to: "1", by: .sample("mika", action: "kill", at: 5_000))
        try store.set(.kill("a"), to: "1", by: .sample("mika", action: "restore", at: 3_000))
        try store.set(.flag("a", app: "minimal"), to: "1", by: .sample("noor", at: 4_000))
        try store.set(.flag("b"), to: "1", by: .sample("mika", at: 6_000))
        #expect(try store.history(sample.filter).map(\.revision) == sample.revisions)

        // One at a time it is the same, the other way round; a limit counts from the other end then.
        guard sample.filter.limit == nil else { return }
        var revisions: [Int64] = []
        try store.read { try $0.forEachChange(sample.filter) { revisions.append($0.revision) } }
        #expect(revisions == sample.revisions.reversed())
    }

    @Test("An error while changes are handed over ends that and is thrown on", arguments: StoreEngine.all)
    func refusal(engine: StoreEngine) throws {
        struct Enough: Error {}
        let store = try engine.makePlace().open()
        for number in 1...3 { try store.set(.flag("a"), to: "\(number)") }
        var seen: [Int64] = []
        #expect(throws: Enough.self) {
            try store.read { reader in
                try reader.forEachChange(HistoryFilter(limit: 3)) { change in
                    seen.append(change.revision)
                    if seen.count == 2 { throw Enough() }
                }
            }
        }
        #expect(seen == [1, 2])
        #expect(try store.set(.flag("a"), to: "4").map(\.revision) == [4])
    }
}
