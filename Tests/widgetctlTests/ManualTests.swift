import Testing
import TestSupport

@testable import widgetctl

@Suite("The manual page")
struct ManualTests {
    @Test("has every command, option, argument, variable, file and example, and is sound")
    func complete() throws {
        let page = try ManualPage(of: "widgetctl")
        #expect(page.faults == "")
        #expect(page.missing(of: root) == [])
        for section in [
            "NAME", "SYNOPSIS", "COMMANDS", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
        ] {
            #expect(page.text.contains(" \(section) "))
        }
    }

    @Test(
        "says what every exit code and every variable means",
        arguments: [
            "EXIT STATUS 0 done, or nothing to do 1 failed", "2 the command line is wrong",
            "3 refused because",
            "141 the reader of standard output", "ENVIRONMENT COLUMNS How many columns",
            "NO_COLOR Set to anything but nothing", "WIDGET_TOKEN The token for --server",
            "WIDGET_STORE What --store is", "FILES . The folder that holds Apps/",
            "var/rollout.sqlite The store. See --store.",
        ]
    )
    func particulars(_ text: String) throws {
        #expect(try ManualPage(of: "widgetctl").text.contains(text))
    }
}
