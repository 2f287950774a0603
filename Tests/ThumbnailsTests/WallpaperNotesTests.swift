import Rollout
import Testing
import TestSupport
import Thumbnails
import WallpaperManifest

@Suite("A wallpaper's notes")
struct WallpaperNotesTests {
    private func notes(_ text: String) throws -> WallpaperNotes {
        try WallpaperNotes(parsing: Array(text.utf8), file: "aurora.json")
    }

    private func moment(_ text: String) throws -> Instant { try Instant(parsing: text) }

    @Test("say all that there is, or nothing")
    func reading() throws {
        let all = try notes(
            #"{"title": "Aurora", "category": "nature", "focus": {"x": 0.25, "y": 1}, "#
                + #""from": "2026-12-01T00:00:00Z", "until": "2026-12-24T18:00:00+01:00"}"#
        )
        #expect(all.title == "Aurora" && all.category?.text == "nature")
        #expect(all.focus == WallpaperNotes.Focus(x: 0.25, y: 1))
        #expect(all.publication.from == (try moment("2026-12-01T00:00:00Z")))
        #expect(all.publication.until == (try moment("2026-12-24T17:00:00Z")))
        #expect(try notes("{}") == .none)
    }

    @Test(
        "that are wrong are refused with the place and what would be right",
        arguments: [
            (#"{"titel": "A"}"#, #"aurora.json: titel: unknown key; did you mean "title"?"#),
            (#"{"focus": {"x": 2, "y": 0}}"#, "aurora.json: focus.x: 2 is not between 0.0 and 1.0"),
            (#"{"focus": {"x": 0.5}}"#, "aurora.json: focus.y: missing"),
            (#"{"title": ""}"#, "aurora.json: title: must not be empty"),
            (#"{"title": "a\nb"}"#, "aurora.json: title: holds a control character"),
            (#"{"title": "a", "title": "b"}"#, "aurora.json: title: stands twice"),
            (#"{"from": "2026-12-24"}"#, "aurora.json: from: \"2026-12-24\" is not a moment"),
            (
                #"{"from": "2026-12-24T00:00:00Z", "until": "2026-12-24T00:00:00Z"}"#,
                "aurora.json: until: is not after \"from\""
            ),
            (#"{"category": "Nature"}"#, "aurora.json: category: \"Nature\" is not a category"),
            ("[", "aurora.json: line 1"), ("[]", "aurora.json: expected an object"),
        ]
    )
    func refused(_ text: String, _ message: String) {
        #expect {
            try notes(text)
        } throws: {
            "\($0)".hasPrefix(message)
        }
    }

    @Test(
        "A wallpaper's name has no control characters, slashes and dots in front",
        arguments: [
            ("aurora", true), ("Elephants_5640x3172", true), ("Sunset über Köln", true), ("a..b", true),
            ("", false), (".hidden", false), ("..", false), ("a/b", false), ("a\nb", false),
            ("a\u{202E}b", false),
        ] as [(Shown<String>, Bool)]
    )
    func names(_ name: Shown<String>, _ isName: Bool) {
        #expect(((try? WallpaperID(name.value)) != nil) == isName)
    }

    @Test("It is published from its first moment to before its last")
    func publication() throws {
        let december = Publication(
            from: try moment("2026-12-01T00:00:00Z"),
            until: try moment("2026-12-24T00:00:00Z")
        )
        for (text, isShown) in [
            ("2026-11-30T23:59:59.999Z", false), ("2026-12-01T00:00:00Z", true),
            ("2026-12-23T23:59:59.999Z", true), ("2026-12-24T00:00:00Z", false),
        ] { #expect(december.contains(try moment(text)) == isShown, "\(text)") }
        #expect(Publication.always.contains(try moment("0000-01-01T00:00:00Z")))
    }

    @Test("It covers a date that lasts within it from UTC+14 to UTC-12")
    func dates() throws {
        let publication = Publication(
            from: try moment("2026-11-30T10:00:00Z"),
            until: try moment("2026-12-03T12:00:00Z")
        )
        for (text, isCovered) in [
            ("2026-11-30", false), ("2026-12-01", true), ("2026-12-02", true), ("2026-12-03", false),
        ] { #expect(publication.covers(try CivilDate(parsing: text)) == isCovered, "\(text)") }
    }
}
