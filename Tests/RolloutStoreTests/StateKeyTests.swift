import RolloutStore
import Testing

@Suite("State keys")
struct StateKeyTests {
    private func key(_ name: String) -> StateKey { StateKey(app: "aurora", kind: "kill", name: name) }

    @Test("Two spellings of one letter are two keys, as they are in the engine")
    func bytes() {
        #expect(key("caf\u{E9}") != key("cafe\u{301}"))
        #expect(Set([key("caf\u{E9}"), key("cafe\u{301}")]).count == 2)
        #expect(key("a") == key("a"))
    }

    @Test("Keys sort by app, kind and name, each by its bytes")
    func order() {
        let sorted = [
            StateKey(app: "a", kind: "z", name: "z"), StateKey(app: "b", kind: "flag", name: "B"),
            StateKey(app: "b", kind: "flag", name: "a"), StateKey(app: "b", kind: "flag", name: "\u{FF5E}"),
            StateKey(app: "b", kind: "flag", name: "\u{1F600}"), StateKey(app: "b", kind: "kill", name: ""),
        ]
        #expect(sorted.reversed().sorted() == sorted)
    }

    @Test("Where one part ends and the next begins makes a difference")
    func parts() {
        #expect(StateKey(app: "ab", kind: "c", name: "") != StateKey(app: "a", kind: "bc", name: ""))
    }
}
