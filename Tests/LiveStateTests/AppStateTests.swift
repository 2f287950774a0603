import Definitions
import LiveState
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("An app's state in the store")
struct AppStateTests {
    private let directory: TemporaryDirectory
    private let store: SQLiteStore

    init() throws {
        directory = try TemporaryDirectory()
        store = try SQLiteStore(path: directory.file("rollout.sqlite"), access: .create)
        try set(.profile(of: "aurora"), Self.profile)
        try set(StateKey(.flag, "widget_enabled", in: "aurora"), Self.flag)
        try set(StateKey(.flag, "spacing", in: "aurora"), Self.spacing)
    }

    private static let profile = """
        {"name":"Aurora","bundleID":"com.example.aurora","appGroup":"group.com.example.aurora","minimumOS":"17",
         "urlScheme":"aurora","locales":["en","ja"],"widgets":{"Home":{"families":["systemSmall"],
         "flags":["widget_enabled"],"timeline":{"pattern":"static","entries":1},"whenDisabled":"placeholder"}}}
        """
    private static let flag = """
        {"kind":"permission","type":"boolean","description":"d","default":false,
         "rules":[{"name":"r","when":{"locale":["ja"]},"value":true}]}
        """
    private static let spacing = #"{"kind":"permission","type":"integer","description":"d","default":30}"#

    private func set(_ key: StateKey, _ text: String?) throws {
        let author = Author(actor: "t", millisecondsSince1970: 0, action: "test", reason: "")
        _ = try store.change(by: author) { try $0.set(key, to: text) }
    }

    private func state() throws -> AppState? { try store.read { try AppState(of: "aurora", from: $0) } }

    @Test("is read whole: profile, flags, override, rollout and kills")
    func whole() throws {
        try set(StateKey(.override, "spacing", in: "aurora"), #"{"value":60}"#)
        let rollout = LiveRollout.starting(
            try Schedule(parsing: "at-once"),
            value: .boolean(true),
            salt: "aurora/widget_enabled",
            at: try Instant(parsing: "2026-12-01T00:00:00Z")
        )
        try set(StateKey(.rollout, "widget_enabled", in: "aurora"), rollout.json.text)
        try set(
            StateKey(.kill, "a", in: "aurora"),
            #"{"target":"app","reason":"r","actor":"ana","since":"2026-12-01T00:00:00Z","origin":"person"}"#
        )
        let state = try #require(try state())
        #expect(state.revision == 6)
        #expect(state.definitions.map(\.key.text) == ["spacing", "widget_enabled"])
        #expect(state.overrides == [try FlagKey("spacing"): .integer(60)])
        #expect(state.rollouts == [try FlagKey("widget_enabled"): rollout])
        #expect(state.kills.map(\.revision) == [6])
        #expect(state.kills.map(\.record.actor) == ["ana"])
        #expect(state.wallpapers == nil)
        let hash = String(repeating: "5d1c", count: 16)
        try set(.wallpapers(of: "aurora"), #"{"manifest":"\#(hash)"}"#)
        #expect(try self.state()?.wallpapers?.text == hash)
        #expect(try self.state()?.configuration().wallpapers?.text == hash)
    }

    @Test("gives clients an override as a rule for everyone in place of all others")
    func override() throws {
        let key = try FlagKey("widget_enabled")
        #expect(try state()?.configuration().flag(key)?.rules.map(\.name) == ["r"])
        try set(StateKey(.override, "widget_enabled", in: "aurora"), #"{"value":false}"#)
        let rules = try #require(try state()?.configuration().flag(key)?.rules)
        #expect(rules == [Rule(name: "override", conditions: [], value: .boolean(false))])
    }

    @Test("is nil for an app that was never applied, and for one whose profile is gone")
    func unknown() throws {
        #expect(try store.read { try AppState(of: "aurorra", from: $0) } == nil)
        #expect(try store.read { try AppState.apps(in: $0) } == ["aurora"])
        try set(.profile(of: "aurora"), nil)
        #expect(try state() == nil)
        #expect(try store.read { try AppState.apps(in: $0) } == [])
    }

    @Test(
        "names the document that cannot be read, and what is wrong with it",
        arguments: [
            (StateKey(.profile), "{}", "aurora/app/profile cannot be read: name: missing"),
            (StateKey(.flag, "spacing"), "{", "aurora/flag/spacing cannot be read: line 1"),
            (StateKey(.flag, "spacing"), #"{"colour":1}"#, "aurora/flag/spacing cannot be read: "),
            (
                StateKey(.override, "spacing"), #"{"value":"a"}"#,
                "aurora/override/spacing cannot be read: value: "
            ),
            (StateKey(.override, "gone"), #"{"value":1}"#, "there is no flag of that name"),
            (StateKey(.rollout, "spacing"), "[]", "aurora/rollout/spacing cannot be read: "),
            (
                StateKey(.kill, "x"), #"{"target":"planet"}"#,
                "aurora/kill/x cannot be read: target: unknown target"
            ),
            (
                StateKey(.wallpapers, "manifest"), #"{"manifest":"5D1C"}"#,
                "aurora/wallpapers/manifest cannot be read: manifest: \"5D1C\" is not a hash"
            ),
            (
                StateKey(app: "aurora", kind: "aura", name: "x"), "{}",
                "a kind of document that this version cannot"
            ),
        ]
    )
    func unreadable(_ key: StateKey, _ text: String, _ complaint: String) throws {
        try set(key, text)
        let error = #expect(throws: LiveStateError.self) { try state() }
        #expect(error?.key == key)
        #expect(error?.description.contains(complaint) == true, "\(String(describing: error))")
    }
}

extension StateKey {
    fileprivate init(_ kind: StateKind, _ name: String = "profile") { self.init(kind, name, in: "aurora") }
    fileprivate init(_ profile: Profile) { self = .profile(of: "aurora") }
    fileprivate enum Profile { case profile }
}
