import Foundation
import StrictJSON
import Testing
import TestSupport

@testable import RolloutStore

@Suite("The hash of a change")
struct ChangeHashTests {
    @Test("is written as 64 hexadecimal digits and read in either case")
    func text() {
        let text = "00ff7a" + String(repeating: "0", count: 58)
        #expect(ChangeHash(text)?.bytes == [0, 255, 0x7A] + Array(repeating: 0, count: 29))
        #expect(ChangeHash(text.uppercased())?.description == text)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "00", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            String(repeating: "g", count: 64), " " + String(repeating: "0", count: 63),
            String(repeating: "é", count: 32),
        ]
    )
    func notText(text: String) { #expect(ChangeHash(text) == nil) }

    @Test(
        "A head is a revision, a colon and a hash",
        arguments: [
            ("12:" + String(repeating: "a", count: 64), true), ("12", false), ("12:", false),
            ("0:" + String(repeating: "a", count: 64), false),
            ("-1:" + String(repeating: "a", count: 64), false),
            ("12:" + String(repeating: "a", count: 64) + ":", false),
            (":" + String(repeating: "a", count: 64), false),
        ]
    )
    func head(text: String, isHead: Bool) {
        #expect((LogHead(parsing: text) != nil) == isHead)
        if isHead { #expect(LogHead(parsing: text)?.description == text) }
    }

    /// What a store might confuse: empty and absent, text that runs over into the next field, any bytes.
    private static let texts = [
        "", "a", "a\0b", "日付がずれる", "e\u{301}", "\u{E9}", "{\"a\":1}", "change-v1", "👩‍👩‍👧",
    ]

    @Test("is what the program in Documentation/store.md makes of the file, whatever the texts")
    func documented() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("rollout.sqlite")
        let store = try SQLiteStore(path: path, access: .create)
        var random = SeededGenerator()
        for _ in 0..<200 {
            func text() -> String { Self.texts.randomElement(using: &random) ?? "" }
            let author = Author(
                actor: text(),
                millisecondsSince1970: .random(in: -5...5, using: &random),
                action: text(),
                reason: text()
            )
            let key = StateKey(app: text(), kind: text(), name: text())
            _ = try store.change(by: author) {
                try $0.set(key, to: Bool.random(using: &random) ? text() : nil)
            }
        }
        let program = try #require(try Repository.codeBlock("python", in: "Documentation/store.md"))
        let end = try RunningProgram.run(URL(filePath: "/usr/bin/python3"), ["-c", program, path])
        let changes = try store.history().reversed()
        #expect(changes.count > 50, "\(random)")
        #expect(end.lines == changes.map { "\($0.revision):\($0.hash)" }, "\(random) \(end.errors)")
    }

    @Test("The example in Documentation/store.md is the first change of the frozen store")
    func example() throws {
        let text = try Repository.text("Documentation/store.md")
        let form = try #require(try Repository.codeBlock("hex", in: "Documentation/store.md"))
        let digits = form.filter { $0.isHexDigit }
        let answer = try Python.answer(
            to: .string(digits),
            "import hashlib; answer = hashlib.sha256(bytes.fromhex(request)).hexdigest()"
        )
        #expect(answer.string == "7bf68586ff6ea61d6bd651c39042d57c473404b8e4c871a61fabeccad8138006")
        #expect(text.contains("7bf68586ff6ea61d6bd651c39042d57c473404b8e4c871a61fabeccad8138006"))
    }
}
