import RolloutStore
import Testing

@Suite("The audit of every store", .timeLimit(.minutes(5)))
struct AuditTests {
    /// Five changes: a flag, its change, another app, a kill and its removal.
    private func fill(_ store: any Store) throws {
        try store.set(.flag("a"), to: "1")
        try store.set(.flag("a"), to: "2")
        try store.set(.flag("a", app: "minimal"), to: "1")
        try store.set(.kill("a"), to: "1")
        try store.set(.kill("a"), to: nil)
    }

    @Test("finds nothing wrong with a store that only programs have written to", arguments: StoreEngine.all)
    func whole(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        #expect(try store.audit() == AuditResult(head: nil, count: 0, firstBreak: nil))
        try fill(store)
        var seen = 0
        let result = try store.audit { seen += 1 }
        #expect(result.firstBreak == nil)
        #expect(result.count == 5)
        #expect(seen == 5)
        #expect(result.head == (try store.read { try $0.head() }))
        #expect(result.head?.revision == 5)
    }

    @Test("knows a head that was kept, whatever has been added since", arguments: StoreEngine.all)
    func kept(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        var heads: [LogHead] = []
        for number in 1...4 {
            try store.set(.flag("a"), to: "\(number)")
            heads.append(try #require(try store.read { try $0.head() }))
        }
        #expect(try store.audit(expecting: heads.reversed()).firstBreak == nil)
        let later = LogHead(revision: 5, hash: heads[0].hash)
        #expect(try store.audit(expecting: [heads[0], later]).firstBreak == .cut(end: 4, later))
        let other = LogHead(revision: 2, hash: heads[0].hash)
        #expect(try store.audit(expecting: [other, later]).firstBreak == .rewritten(other))
        #expect(try store.audit(expecting: [other]).head == heads[0])
    }

    @Test("of an empty store misses what was there", arguments: StoreEngine.all)
    func emptied(engine: StoreEngine) throws {
        let head = LogHead(revision: 3, hash: ChangeHash(bytes: Array(repeating: 1, count: 32)))
        #expect(try engine.makePlace().open().audit(expecting: [head]).firstBreak == .cut(end: 0, head))
    }

    @Test("One command's changes follow one another", arguments: StoreEngine.all)
    func oneCommand(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        _ = try store.change(by: .sample()) { state throws in
            for number in 1...3 { try state.set(.flag("a"), to: "\(number)") }
        }
        #expect(try store.audit().firstBreak == nil)
        #expect(Set(try store.history().map(\.hash)).count == 3)
    }

    @Test("A preview's changes carry the hashes that the same changes would get", arguments: StoreEngine.all)
    func preview(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try fill(store)
        let previewed = try store.preview(by: .sample()) { try $0.set(.flag("b"), to: "1") }
        let made = try store.set(.flag("b"), to: "1")
        #expect(previewed.changes == made)
        #expect(try store.history(HistoryFilter(limit: 1)) == made)
    }
}
