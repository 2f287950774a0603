import RolloutStore
import Testing
import TestSupport

@Suite("A preview")
struct PreviewTests {
    static let seeds: [UInt64] = Array(1...10)

    /// Everything that a reader can be asked, as one text.
    private static func answers(of editor: any StateEditor, from revision: Int64) throws -> String {
        let filters = [
            HistoryFilter(), HistoryFilter(limit: 3), HistoryFilter(limit: 0), HistoryFilter(app: "app1"),
            HistoryFilter(apps: ["app1", "app2"]),
            HistoryFilter(kind: "flag", name: "1", limit: 2), HistoryFilter(after: revision, limit: 1),
            HistoryFilter(action: "flag set", before: revision + 2), HistoryFilter(since: 1),
            HistoryFilter(until: 1),
        ]
        var answers = ["\(try editor.revision())", "\(try editor.appRevisions().sorted { $0.key < $1.key })"]
        for filter in filters {
            answers.append("\(try editor.history(filter))")
            var oldestFirst: [Change] = []
            try editor.forEachChange(filter) { oldestFirst.append($0) }
            answers.append("\(oldestFirst)")
        }
        answers += try describe(editor)
        for offset in -2...5 { answers += try describe(editor.state(at: max(0, revision + Int64(offset)))) }
        return answers.joined(separator: "\n")
    }

    private static func describe(_ reader: any StateReader) throws -> [String] {
        var lines = ["\(try reader.revision())", "\(try reader.apps(changedAfter: 3))"]
        for app in (0..<3).map({ "app\($0)" }) {
            lines.append("\(try reader.appRevision(app)) \(try reader.documents(app: app))")
            lines.append("\(try reader.documents(app: app, kind: "kill"))")
            lines.append(
                "\(String(describing: try reader.document(StateKey(app: app, kind: "flag", name: "1"))))"
            )
        }
        return lines
    }

    private static func edits(_ random: inout SeededGenerator, _ count: Int) -> [(StateKey, String?)] {
        (0..<count).map { _ in
            let key = StateKey(
                app: "app\(Int.random(in: 0..<3, using: &random))",
                kind: Bool.random(using: &random) ? "flag" : "kill",
                name: "\(Int.random(in: 0..<3, using: &random))"
            )
            return (key, [nil, "1", "2"].randomElement(using: &random) ?? nil)
        }
    }

    @Test("answers every question as the change itself does", arguments: StoreEngine.all, seeds)
    func sameAnswers(engine: StoreEngine, seed: UInt64) throws {
        let store = try engine.makePlace().open()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let edits = Self.edits(&random, Int.random(in: 0...6, using: &random))
            let last = try store.revision()
            func command(_ editor: any StateEditor) throws -> String {
                for (key, text) in edits { try editor.set(key, to: text) }
                return try Self.answers(of: editor, from: last)
            }
            let previewed = try store.preview(by: .sample(), command)
            #expect(try store.revision() == last)
            let made = try store.change(by: .sample(), command)
            #expect(previewed.result == made.result)
            #expect(previewed.changes == made.changes)
        }
    }

    @Test("needs no leave to write, and waits for no writer")
    func reading() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("rollout.sqlite")
        let store = try SQLiteStore(path: path, access: .create)
        try store.set(.flag("a"), to: "1")
        let reader = try SQLiteStore(path: path, access: .read, busyTimeout: .zero)
        _ = try store.change(by: .sample()) { editor in
            try editor.set(.flag("a"), to: "2")
            let previewed = try reader.preview(by: .sample()) { try $0.set(.flag("a"), to: "3") }
            #expect(previewed.changes.map(\.before) == ["1"])
        }
    }
}
