import RolloutStore
import Testing

@Suite("Every store", .timeLimit(.minutes(5)))
struct StoreTests {
    private struct Refusal: Error, Equatable {}

    @Test("Nothing is live at first", arguments: StoreEngine.all)
    func empty(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        #expect(try store.revision() == 0)
        #expect(try store.history() == [])
        try store.read { state throws in
            #expect(try state.revision() == 0)
            #expect(try state.document(.flag("a")) == nil)
            #expect(try state.documents(app: "aurora") == [])
            #expect(try state.appRevisions() == [:])
            #expect(try state.appRevision("aurora") == 0)
            #expect(try state.apps(changedAfter: 0) == [])
        }
    }

    @Test(
        "A change is recorded with who, when, why, before and after, and is live",
        arguments: StoreEngine.all
    )
    func change(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try store.set(.flag("a"), to: "1")
        let author = Author(actor: "noor", millisecondsSince1970: -5, action: "kill", reason: "日付 \0 \"'")
        let (result, changes) = try store.change(by: author) { state throws in
            try state.set(.flag("a"), to: "2")
            // A command sees what it has done.
            #expect(try state.revision() == 2)
            return try state.document(.flag("a"))
        }
        let wanted = Change(
            revision: 2,
            millisecondsSince1970: -5,
            actor: "noor",
            action: "kill",
            key: .flag("a"),
            before: "1",
            after: "2",
            reason: "日付 \0 \"'",
            hash: try #require(changes.first?.hash)
        )
        #expect(changes == [wanted])
        #expect(result == Document(key: .flag("a"), text: "2", revision: 2))
        #expect(try store.read { try $0.document(.flag("a")) } == result)
        #expect(try store.history(HistoryFilter(limit: 1)) == [wanted])
        #expect(try store.revision() == 2)
    }

    @Test("What was done through one connection is there for the next", arguments: StoreEngine.all)
    func reopen(engine: StoreEngine) throws {
        let place = try engine.makePlace()
        try place.open().set(.flag("a"), to: "1")
        #expect(try place.open().revision() == 1)
        #expect(try place.open().read { try $0.document(.flag("a"))?.text } == "1")
    }

    @Test("A document that stays as it is leaves no trace", arguments: StoreEngine.all)
    func unchanged(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try store.set(.flag("a"), to: "{}")
        #expect(try store.set(.flag("a"), to: "{}") == [])
        #expect(try store.set(.flag("b"), to: nil) == [])
        #expect(try store.revision() == 1)
    }

    @Test("Another spelling of the same letters is a change", arguments: StoreEngine.all)
    func spelling(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try store.set(.flag("a"), to: "caf\u{E9}")
        try store.set(.flag("a"), to: "cafe\u{301}")
        #expect(try store.revision() == 2)
        let text = try #require(try store.read { try $0.document(.flag("a"))?.text })
        #expect(Array(text.utf8) == Array("cafe\u{301}".utf8))
    }

    @Test("A removed document is gone, and its app keeps its revision", arguments: StoreEngine.all)
    func removal(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try store.set(.kill("a"), to: "1")
        let changes = try store.set(.kill("a"), to: nil)
        #expect(changes.map(\.before) == ["1"])
        #expect(changes.map(\.after) == [nil])
        try store.read { state throws in
            #expect(try state.document(.kill("a")) == nil)
            #expect(try state.documents(app: "aurora") == [])
            #expect(try state.appRevisions() == ["aurora": 2])
        }
    }

    @Test("A command may change many documents, and one of them twice", arguments: StoreEngine.all)
    func many(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        let (_, changes) = try store.change(by: .sample()) { state throws in
            try state.set(.flag("a"), to: "1")
            try state.set(.flag("b", app: "minimal"), to: "2")
            try state.set(.flag("a"), to: nil)
        }
        #expect(changes.map(\.revision) == [1, 2, 3])
        #expect(changes.map(\.after) == ["1", "2", nil])
        #expect(try store.history() == changes.reversed())
    }

    @Test(
        "An error undoes the whole command, is thrown on, and uses up no revision",
        arguments: StoreEngine.all
    )
    func failure(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try store.set(.flag("a"), to: "1")
        #expect(throws: Refusal()) {
            try store.change(by: .sample()) { state throws in
                try state.set(.flag("a"), to: "2")
                try state.set(.flag("b"), to: "2")
                throw Refusal()
            }
        }
        #expect(try store.revision() == 1)
        #expect(try store.read { try $0.documents(app: "aurora").map(\.text) } == ["1"])
        #expect(try store.set(.flag("a"), to: "3").map(\.revision) == [2])
    }

    @Test("An error while reading is thrown on, and the store goes on", arguments: StoreEngine.all)
    func readingFailure(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        #expect(throws: Refusal()) { try store.read { _ in throw Refusal() } }
        #expect(try store.read { try $0.revision() } == 0)
    }

    @Test("A preview says what a change would do, and does nothing", arguments: StoreEngine.all)
    func preview(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        try store.set(.flag("a"), to: "1")
        func command(_ state: any StateEditor) throws -> String? {
            try state.set(.flag("a"), to: "2")
            return try state.document(.flag("a"))?.text
        }
        let previewed = try store.preview(by: .sample(), command)
        #expect(try store.revision() == 1)
        #expect(try store.read { try $0.document(.flag("a"))?.text } == "1")
        let done = try store.change(by: .sample(), command)
        #expect(previewed.result == done.result)
        #expect(previewed.changes == done.changes)
    }

    @Test(
        "Documents come sorted by kind and name, of one app and, if wanted, of one kind",
        arguments: StoreEngine.all
    )
    func documents(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        let keys: [StateKey] = [
            .kill("b"), .flag("z"), .flag("B"), .flag("a", app: "minimal"), .kill("a"), .flag("a"), .flag(""),
        ]
        for key in keys { try store.set(key, to: key.name) }
        try store.read { state throws in
            #expect(
                try state.documents(app: "aurora").map(\.key)
                    == [.flag(""), .flag("B"), .flag("a"), .flag("z"), .kill("a"), .kill("b")]
            )
            #expect(try state.documents(app: "aurora", kind: "kill").map(\.text) == ["a", "b"])
            #expect(try state.documents(app: "aurora", kind: "kill").map(\.revision) == [5, 1])
            #expect(try state.documents(app: "nobody") == [])
        }
    }

    @Test("An app's revision is that of its last change", arguments: StoreEngine.all)
    func appRevisions(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        for app in ["a", "b", "c", "b"] {
            _ = try store.change(by: .sample()) { state throws in
                try state.set(.flag("x", app: app), to: "\(try state.revision())")
            }
        }
        try store.read { state throws in
            #expect(try state.appRevisions() == ["a": 1, "b": 4, "c": 3])
            #expect(try state.appRevision("b") == 4)
            #expect(try state.apps(changedAfter: 0) == ["a", "b", "c"])
            #expect(try state.apps(changedAfter: 1) == ["b", "c"])
            #expect(try state.apps(changedAfter: 3) == ["b"])
            #expect(try state.apps(changedAfter: 4) == [])
        }
    }

    @Test(
        "The revision follows the changes of this connection and of others, in any order",
        arguments: StoreEngine.all
    )
    func revision(engine: StoreEngine) throws {
        let place = try engine.makePlace()
        let stores = [try place.open(), try place.open()]
        for (number, writer) in [0, 1, 1, 0, 0, 1, 0].enumerated() {
            try stores[writer].set(.flag("a"), to: "\(number)")
            for store in stores {
                #expect(try store.revision() == Int64(number + 1))
                #expect(try store.revision() == Int64(number + 1))
            }
        }
    }

    @Test("Keys and documents of any text come back to the byte", arguments: StoreEngine.all)
    func anyText(engine: StoreEngine) throws {
        let store = try engine.makePlace().open()
        let texts = [
            "", " ", "a\0b", "a", "'; DROP TABLE changes; --", "%", "\u{FEFF}", "👩‍👩‍👧", "e\u{301}", "\u{E9}",
        ]
        for text in texts { try store.set(StateKey(app: text, kind: text, name: text), to: text) }
        try store.read { state throws in
            #expect(try state.appRevisions().count >= texts.count - 1)
            for (index, text) in texts.enumerated() {
                let document = try #require(try state.document(StateKey(app: text, kind: text, name: text)))
                #expect(Array(document.text.utf8) == Array(text.utf8))
                #expect(document.revision == Int64(index + 1))
            }
        }
    }
}
