import RolloutStore
import Testing
import TestSupport

@Suite("What holds of every store after any commands", .timeLimit(.minutes(5)))
struct StorePropertyTests {
    private struct Refusal: Error {}

    static let seeds: [UInt64] = Array(1...10)

    @Test("The live state is the sum of the changes", arguments: StoreEngine.all, seeds)
    func sum(engine: StoreEngine, seed: UInt64) throws {
        let store = try engine.makePlace().open()
        var random = SeededGenerator(seed: seed)
        // Kept beside the store by the plain rule: what a command that succeeds sets is what is there.
        var expected: [StateKey: String] = [:]
        for _ in 0..<100 {
            try command(on: store, expecting: &expected, &random)
        }

        let log = Array(try store.history().reversed())
        #expect(log.map(\.revision) == Array(1...Int64(log.count)))
        var (texts, revisions, appRevisions): ([StateKey: String], [StateKey: Int64], [String: Int64]) = (
            [:], [:], [:]
        )
        for change in log {
            #expect(change.before == texts[change.key], "revision \(change.revision)")
            #expect(change.after != change.before, "revision \(change.revision)")
            texts[change.key] = change.after
            revisions[change.key] = change.after == nil ? nil : change.revision
            appRevisions[change.key.app] = change.revision
            try expectState(of: store, at: change.revision, texts, revisions, appRevisions)
        }
        try expectState(of: store, at: 0, [:], [:], [:])
        try expectState(of: store, at: .max, texts, revisions, appRevisions)
        #expect(texts == expected)
        try store.read { state throws in
            let apps = try state.appRevisions()
            #expect(apps == appRevisions)
            let documents = try apps.keys.flatMap { try state.documents(app: $0) }
            #expect(Dictionary(uniqueKeysWithValues: documents.map { ($0.key, $0.text) }) == expected)
            #expect(Dictionary(uniqueKeysWithValues: documents.map { ($0.key, $0.revision) }) == revisions)
        }
    }

    /// Holds the state at a revision against what the changes up to it make.
    private func expectState(
        of store: any Store,
        at revision: Int64,
        _ texts: [StateKey: String],
        _ revisions: [StateKey: Int64],
        _ appRevisions: [String: Int64]
    ) throws {
        try store.read { reader throws in
            let state = try reader.state(at: revision)
            #expect(try state.revision() == min(revision, reader.revision()))
            #expect(try state.appRevisions() == appRevisions)
            var documents: [Document] = []
            for app in (0..<3).map({ "app\($0)" }) {
                #expect(try state.appRevision(app) == appRevisions[app] ?? 0)
                let all = try state.documents(app: app)
                #expect(all.map(\.key) == all.map(\.key).sorted(), "revision \(revision)")
                let kinds = try ["flag", "kill"].map { try state.documents(app: app, kind: $0) }
                #expect(kinds.flatMap(\.self) == all)
                documents += all
            }
            #expect(Dictionary(uniqueKeysWithValues: documents.map { ($0.key, $0.text) }) == texts)
            #expect(Dictionary(uniqueKeysWithValues: documents.map { ($0.key, $0.revision) }) == revisions)
            for document in documents { #expect(try state.document(document.key) == document) }
            #expect(try state.document(.flag("none")) == nil)
            #expect(try state.apps(changedAfter: 1) == appRevisions.filter { $0.value > 1 }.keys.sorted())
        }
    }

    /// One to five edits; one command in five fails at its end, one in five is only previewed.
    private func command(
        on store: any Store,
        expecting expected: inout [StateKey: String],
        _ random: inout SeededGenerator
    ) throws {
        let edits = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            let key = StateKey(
                app: "app\(Int.random(in: 0..<3, using: &random))",
                kind: Bool.random(using: &random) ? "flag" : "kill",
                name: "\(Int.random(in: 0..<4, using: &random))"
            )
            let text = [nil, "", "1", "2"].randomElement(using: &random) ?? nil
            return (key, text)
        }
        func apply(_ state: any StateEditor) throws {
            for (key, text) in edits { try state.set(key, to: text) }
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            #expect(throws: Refusal.self) {
                try store.change(by: .sample()) { state throws in
                    try apply(state)
                    throw Refusal()
                }
            }
        case 1:
            _ = try store.preview(by: .sample(), apply)
        default:
            _ = try store.change(by: .sample(), apply)
            for (key, text) in edits { expected[key] = text }
        }
    }
}
