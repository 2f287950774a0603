import BundleSamples
import ConfigBundle
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("The outline of a bundle")
struct BundleOutlineTests {
    private let now: Instant
    /// Callers that rules, kills and rollouts of random configurations tell apart.
    private let callers: [Context]

    init() throws {
        now = try Instant(parsing: "2026-12-02T12:00:00Z")
        callers = [
            Context(),
            Context(
                installation: "6F96",
                appVersion: try Version(parsing: "2.5"),
                osVersion: try Version(parsing: "18.1"),
                locale: try LocaleTag(parsing: "ja_JP"),
                region: "JP",
                family: .systemSmall,
                distribution: .testFlight,
                attributes: ["plan": .string("pro")]
            ),
            Context(
                installation: "é",
                appVersion: try Version(parsing: "2.4.1-beta.2"),
                build: try Version(parsing: "2.4.1-beta.2"),
                osVersion: try Version(parsing: "17.0"),
                locale: try LocaleTag(parsing: "zh_TW"),
                region: "DE",
                device: "iPhone15,2",
                family: .accessoryCircular,
                distribution: .appStore
            ),
        ]
    }

    /// Everything that can be asked of a bundle, asked of its outline and of the whole.
    private func expectEqualDecisions(_ bytes: [UInt8], _ comment: Comment) throws {
        let whole = try AppConfiguration(bundle: bytes)
        let outline = try BundleOutline(bundle: bytes, of: whole.app, revision: whole.revision)
        #expect(outline.revision == whole.revision)
        #expect(outline.wallpapers == whole.wallpapers, comment)
        for flag in whole.flags {
            let part = try #require(try outline.configuration(for: flag.key), comment)
            #expect(part.flag(flag.key) == flag, comment)
            for caller in callers {
                let decision = part.decide(flag.key, for: caller, at: now)
                #expect(decision == whole.decide(flag.key, for: caller, at: now), comment)
            }
        }
        for widget in whole.widgets {
            let part = try #require(try outline.configuration(for: widget.kind), comment)
            #expect(part.widget(widget.kind) == widget, comment)
            for caller in callers {
                let decision = part.decide(widget.kind, for: caller, at: now)
                #expect(decision == whole.decide(widget.kind, for: caller, at: now), comment)
            }
        }
    }

    @Test("decides as the whole does, whatever it holds")
    func property() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        var random = RandomConfiguration(seed: generator.next())
        for _ in 0..<300 { try expectEqualDecisions(random.next().bundleBytes, "\(seed)") }
    }

    @Test("decides as the whole does about the frozen bundle")
    func frozen() throws {
        try expectEqualDecisions(FrozenBundle.bytes(), "the frozen bundle")
    }

    @Test("is read of a text with spaces, and whatever the order of its keys")
    func otherForms() throws {
        let bytes = try SampleConfiguration.make(flags: 6).bundleBytes
        let indented = try JSON(parsing: bytes).indentedText
        try expectEqualDecisions(Array(" \t\r\n\(indented)\n".utf8), "indented")
        let lines = indented.split(separator: "\n")
        let revision = try #require(lines.firstIndex { $0.hasPrefix("  \"revision\"") })
        let shuffled = [lines[0], lines[revision]] + lines[1..<revision] + lines[(revision + 1)...]
        try expectEqualDecisions(Array(shuffled.joined().utf8), "another order")
    }

    @Test("has nothing to say about what the bundle does not have")
    func unknown() throws {
        let configuration = try SampleConfiguration.make(flags: 6)
        let outline = try BundleOutline(
            bundle: configuration.bundleBytes,
            of: configuration.app,
            revision: nil
        )
        // Before the first key, between two, and behind the last; and the beginning of one.
        for key in ["a", "favorites_enable", "favorites_enabled_2", "zz"] {
            #expect(try outline.configuration(for: FlagKey(key)) == nil, "\(key)")
        }
        #expect(try outline.configuration(for: WidgetKind("Widget")) == nil)
    }

    static let refused: [(text: Shown<String>, error: BundleError)] = [
        ("", .notJSON("line 1, column 1: expected an object")),
        ("[]", .notJSON("line 1, column 1: expected an object")),
        ("{", .notJSON("line 1, column 2: expected a key in double quotes")),
        (#"{"a""#, .notJSON("line 1, column 5: expected ':' after a key")),
        (#"{"a":"#, .notJSON("line 1, column 6: expected a value")),
        (#"{"a":1"#, .notJSON("line 1, column 7: expected ',' or '}'")),
        (#"{"a":1,}"#, .notJSON("line 1, column 8: expected a key in double quotes")),
        (#"{"a":[1,{"b":2}"#, .notJSON("line 1, column 16: the text ends within a value")),
        (#"{"a":"b\"}"#, .notJSON("line 1, column 11: a string without its closing quote")),
        (#"{"a":"b\"#, .notJSON("line 1, column 9: a string without its closing quote")),
        (#"{"a":1} 2"#, .notJSON("line 1, column 9: text after the end of the object")),
        (#"{"b":1,"a":2,"b":3}"#, .notJSON("line 1, column 15: the key \"b\" stands twice")),
        ("{}", .malformed(["format: missing"])),
        (#"{"format":2}"#, .unknownFormat(2)),
        (#"{"format":"1"}"#, .malformed(["format: expected an integer, found a string"])),
    ]

    @Test("is refused of what is no bundle, and says where that shows", arguments: refused)
    func refusals(text: Shown<String>, error: BundleError) throws {
        let app = try AppID("minimal-wallpapers")
        #expect(throws: error) { try BundleOutline(bundle: Array(text.value.utf8), of: app, revision: nil) }
    }

    @Test("is refused for another app or another revision than those that were wanted")
    func others() throws {
        let configuration = try SampleConfiguration.make(flags: 6, revision: 50)
        let (bytes, other) = (configuration.bundleBytes, try AppID("other"))
        #expect(throws: BundleError.wrongApp(found: "minimal-wallpapers", expected: other)) {
            try BundleOutline(bundle: bytes, of: other, revision: 50)
        }
        #expect(throws: BundleError.differentRevisions(header: 51, bundle: 50)) {
            try BundleOutline(bundle: bytes, of: configuration.app, revision: 51)
        }
    }

    @Test("finds a malformed flag only when it is asked for, or waited for")
    func malformed() throws {
        let text = #"""
            {"app":"a","format":1,"kills":[],"revision":1,"widgets":{},"flags":{
            "cut":{"type":"boolean","default":tru},"good":{"type":"boolean","default":true},
            "lost":{"type":"boolean","default":true,"prerequisites":[{"flag":"gone","value":true}]},
            "turning":{"type":"boolean","default":true,"prerequisites":[{"flag":"turning","value":true}]},
            "waiting":{"type":"boolean","default":true,"prerequisites":[{"flag":"wrong","value":true}]},
            "wrong":{"type":"boolean","default":1}}}
            """#
        let outline = try BundleOutline(bundle: Array(text.utf8), of: AppID("a"), revision: 1)
        #expect(try outline.configuration(for: FlagKey("good"))?.flags.count == 1)
        for key in ["cut", "lost", "turning", "waiting", "wrong"] {
            #expect(throws: BundleError.self, "\(key)") { try outline.configuration(for: FlagKey(key)) }
        }
    }

    @Test("of random damage is refused or read, and ends", arguments: [41, 42] as [UInt64])
    func damage(seed: UInt64) throws {
        let configuration = try SampleConfiguration.make(flags: 6)
        var mutation = Mutation(seed: seed)
        for _ in 0..<1_000 {
            let changed = mutation.apply(to: configuration.bundleBytes)
            guard let outline = try? BundleOutline(bundle: changed, of: configuration.app, revision: nil)
            else { continue }
            for flag in configuration.flags { _ = try? outline.configuration(for: flag.key) }
            for widget in configuration.widgets { _ = try? outline.configuration(for: widget.kind) }
        }
    }
}
