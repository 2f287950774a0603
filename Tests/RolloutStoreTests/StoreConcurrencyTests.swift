import RolloutStore
import Testing

@Suite("Every store, shared", .timeLimit(.minutes(5)))
struct StoreConcurrencyTests {
    @Test("A reader keeps its snapshot while others commit", arguments: StoreEngine.all)
    func snapshot(engine: StoreEngine) throws {
        let place = try engine.makePlace()
        let (store, other) = (try place.open(), try place.open())
        try other.set(.flag("a"), to: "1")
        try store.read { state throws in
            // The first question fixes the snapshot.
            #expect(try state.revision() == 1)
            try other.set(.flag("a"), to: "2")
            try other.set(.flag("b", app: "minimal"), to: "2")
            #expect(try state.revision() == 1)
            #expect(try state.document(.flag("a"))?.text == "1")
            #expect(try state.appRevisions() == ["aurora": 1])
            #expect(try state.history(HistoryFilter()).count == 1)
        }
        #expect(try store.read { try $0.document(.flag("a"))?.text } == "2")
    }

    @Test("Documents that change together are never seen apart", arguments: StoreEngine.all)
    func together(engine: StoreEngine) async throws {
        let place = try engine.makePlace()
        let (writer, reader) = (try place.open(), try place.open())
        try await withThrowingTaskGroup { group in
            group.addTask {
                for number in 1...300 {
                    _ = try writer.change(by: .sample()) { state throws in
                        try state.set(.flag("a"), to: "\(number)")
                        try state.set(.flag("b"), to: "\(number)")
                    }
                }
            }
            group.addTask {
                var last: Int64 = 0
                while last < 600 {
                    let (texts, revision) = try reader.read { state throws in
                        (
                            [try state.document(.flag("a"))?.text, try state.document(.flag("b"))?.text],
                            try state.revision()
                        )
                    }
                    #expect(texts[0] == texts[1])
                    #expect(revision.isMultiple(of: 2))
                    #expect(revision >= last)
                    last = revision
                    // On a single core the writer needs this thread.
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("Threads that share one store, and others, lose no change", arguments: StoreEngine.all)
    func threads(engine: StoreEngine) async throws {
        let place = try engine.makePlace()
        let shared = try place.open()
        try await withThrowingTaskGroup { group in
            for number in 0..<4 {
                let store = number < 2 ? shared : try place.open()
                group.addTask {
                    for _ in 0..<50 {
                        _ = try store.change(by: .sample("thread \(number)")) { state throws in
                            let count = try state.document(.flag("count")).flatMap { Int($0.text) } ?? 0
                            try state.set(.flag("count"), to: "\(count + 1)")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try shared.revision() == 200)
        #expect(try shared.read { try $0.document(.flag("count"))?.text } == "200")
        for number in 0..<4 {
            #expect(try shared.history(HistoryFilter(actor: "thread \(number)")).count == 50)
        }
    }
}
