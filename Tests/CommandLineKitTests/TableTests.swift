import CommandLineKit
import Testing

@Suite struct TableTests {
    static let table: Table = {
        var table = Table(columns: [
            .init("APP"), .init("PERCENT", alignment: .right), .init("REASON", isFlexible: true), .init("BY"),
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

    @Test("On a terminal the flexible column gives way")
    func narrow() {
        let expected = """
            APP     PERCENT  REASON         BY
            aurora        5  date glitch …  ada
            日本        100  日付が正しく…
            x           0.5  \\u{1B}[2Jgon…

            """
        #expect(Self.table.text(for: Terminal(isTerminal: true, width: 35)) == expected)
    }

    @Test("A flexible column keeps its header however narrow the terminal, and others all they have")
    func tooNarrow() {
        let expected = """
            APP     PERCENT  REASON  BY
            aurora        5  date …  ada
            日本        100  日付…
            x           0.5  \\u{1B…

            """
        #expect(Self.table.text(for: Terminal(isTerminal: true, width: 10)) == expected)
    }

    @Test("Of two flexible columns the wider one is cut first")
    func widestFirst() {
        var table = Table(columns: [.init("A", isFlexible: true), .init("B", isFlexible: true)])
        table.add(["123456789", "123456"])
        #expect(table.text(for: Terminal(isTerminal: true, width: 14)) == "A       B\n12345…  123456\n")
        #expect(table.text(for: Terminal(isTerminal: true, width: 12)) == "A      B\n1234…  1234…\n")
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
