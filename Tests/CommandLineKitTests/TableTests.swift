import CommandLineKit
import Testing

@Suite struct TableTests {
    static let table: Table = {
        var table = Table(columns: [
            .init("APP"), .init("PERCENT", alignment: .right), .init("REASON", whenNarrow: .wraps),
            .init("BY"),
        ])
        table.add(["aurora", "5", "date glitch on the lock screen", "ada"])
        table.add(["日本", "100", "日付が正しくありません、直します", ""])
        table.add([.init("x", .red, .bold), "0.5", .init("\u{1B}[2Jgone\n", .dim), .init("")])
        return table
    }()

    @Test("Columns are aligned, wide characters counted as two, escapes neutralised, nothing trails")
    func plain() {
        let expected = """
            APP     PERCENT  REASON                            BY
            aurora        5  date glitch on the lock screen    ada
            日本        100  日付が正しくありません、直します
            x           0.5  \\u{1B}[2Jgone\\n

            """
        #expect(Self.table.text(for: .none) == expected)
        #expect(
            Self.table.text(for: Terminal(isTerminal: false, width: 20)) == expected,
            "never cut in a file"
        )
    }

    @Test("On a narrow terminal a cell goes on below, in its column, broken at spaces, else within a word")
    func narrow() {
        let expected = """
            APP     PERCENT  REASON                    BY
            aurora        5  date glitch on the lock   ada
                             screen
            日本        100  日付が正しくありません、
                             直します
            x           0.5  \\u{1B}[2Jgone\\n

            """
        #expect(Self.table.text(for: Terminal(isTerminal: true, width: 46)) == expected)
    }

    @Test(
        "In a line a row, what does not fit is marked",
        arguments: [
            (
                60,
                [
                    "APP     PERCENT  REASON                            BY",
                    "aurora        5  date glitch on the lock screen    ada",
                    "日本        100  日付が正しくありません、直します",
                    "x           0.5  \\u{1B}[2Jgone\\n",
                ]
            ),
            (
                40,
                [
                    "APP     PERCENT  REASON              BY",
                    "aurora        5  date glitch on th…  ada",
                    "日本        100  日付が正しくあり…",
                    "x           0.5  \\u{1B}[2Jgone\\n",
                ]
            ),
            (
                30,
                [
                    "APP     PERCENT  REASON      …", "aurora        5  date glitch…",
                    "日本        100  日付が正し…", "x           0.5  \\u{1B}[2Jgo…",
                ]
            ), (9, ["APP     …", "aurora  …", "日本    …", "x       …"]),
            (4, ["APP…", "aur…", "日…", "x  …"]), (1, ["…", "…", "…", "…"]),
        ]
    )
    func brief(_ width: Int, _ lines: [String]) {
        #expect(Self.table.briefLines(for: Terminal(isTerminal: true, width: width)) == lines)
    }

    @Test(
        "What does not fit beside the first columns follows below each row, labelled, what is empty left out"
    )
    func tooNarrow() {
        let expected = """
            APP     PERCENT  BY
            aurora        5  ada
              REASON date glitch on
                     the lock screen
            日本        100
              REASON 日付が正しくあり
                     ません、直します
            x           0.5
              REASON \\u{1B}[2Jgone\\n

            """
        #expect(Self.table.text(for: Terminal(isTerminal: true, width: 25)) == expected)
    }

    @Test("Below a row stands as much in a line as fits")
    func belowTogether() {
        var table = Table(columns: [
            .init("APP"), .init("SINCE"), .init("BY"), .init("REASON", whenNarrow: .wraps),
        ])
        table.add(["beautiful-hd-wallpapers-plus", "2026-12-01", "ada", "emblem cut off"])
        table.add(["minimal", "", "bo", "the date on the lock screen is wrong"])
        #expect(
            table.text(for: Terminal(isTerminal: true, width: 32)) == """
                APP
                beautiful-hd-wallpapers-plus
                  SINCE 2026-12-01  BY ada
                  REASON emblem cut off
                minimal
                  BY bo
                  REASON the date on the lock
                         screen is wrong

                """
        )
    }

    @Test("However narrow the terminal, no text is lost", arguments: 1...60)
    func nothingLost(width: Int) {
        let text = Self.table.text(for: Terminal(isTerminal: true, width: width))
        let shown = text.filter { !$0.isWhitespace }
        for word in ["aurora", "ada", "日本", "0.5", "lock", "screen", "日付が正しくありません、直します"] {
            // A word may go on in the next line, behind which nothing stands in these rows.
            #expect(shown.contains(word), "\(width) columns: \(text)")
        }
        #expect(!text.contains("…"))
        #expect(text.split(separator: "\n").allSatisfy { $0.last != " " })
    }

    @Test("Of two columns that wrap the wider one gives way first")
    func widestFirst() {
        var table = Table(columns: [.init("A", whenNarrow: .wraps), .init("B", whenNarrow: .wraps)])
        table.add(["one two three four five six", "one two three four"])
        #expect(
            table.text(for: Terminal(isTerminal: true, width: 40)) == """
                A                     B
                one two three four    one two three four
                five six

                """
        )
    }

    @Test("Columns that may be left out are, the rightmost first, when wrapping is not enough")
    func leftOut() {
        var table = Table(columns: [
            .init("FLAG"), .init("KIND", whenNarrow: .isLeftOut), .init("TYPE", whenNarrow: .isLeftOut),
            .init("LIVE", alignment: .right),
        ])
        table.add(["tap_target", "release", "string", "5 %"])
        let expected = [
            33: "FLAG        KIND     TYPE    LIVE\ntap_target  release  string   5 %\n",
            32: "FLAG        KIND     LIVE\ntap_target  release   5 %\n",
            24: "FLAG        LIVE\ntap_target   5 %\n", 15: "FLAG\ntap_target\n  LIVE 5 %\n",
        ]
        for (width, text) in expected {
            #expect(table.text(for: Terminal(isTerminal: true, width: width)) == text, "\(width)")
        }
    }

    @Test("A first column that is wider than the terminal goes on in further lines")
    func wideFirst() {
        var table = Table(columns: [.init("APP"), .init("N")])
        table.add(["minimal-wallpapers", "5"])
        #expect(
            table.text(for: Terminal(isTerminal: true, width: 10)) == """
                APP
                minimal-wa
                llpapers
                  N 5

                """
        )
    }

    @Test("A right-aligned cell stays flush right in every line")
    func rightAligned() {
        var table = Table(columns: [.init("N", alignment: .right, whenNarrow: .wraps), .init("B")])
        table.add(["one two three four", "x"])
        #expect(
            table.text(for: Terminal(isTerminal: true, width: 19)) == """
                               N  B
                   one two three  x
                            four

                """
        )
    }

    @Test("Colour touches neither the layout nor a cell without style")
    func colour() {
        var table = Table(columns: [.init("APP"), .init("STATE")])
        table.add(["aurora", .init("killed", .red)])
        table.add(["x", "on"])
        let terminal = Terminal(isTerminal: true, width: 80, movesCursor: true, hasColour: true)
        #expect(
            table.text(for: terminal) == """
                \u{1B}[1mAPP\u{1B}[0m     \u{1B}[1mSTATE\u{1B}[0m
                aurora  \u{1B}[31mkilled\u{1B}[0m
                x       on

                """
        )
    }

    @Test("A table without rows is its header")
    func empty() {
        #expect(Table(columns: [.init("A"), .init("B", alignment: .right)]).text(for: .none) == "A  B\n")
    }
}
