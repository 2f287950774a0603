import CommandLineKit
import Testing
import TestSupport

@testable import widgetd

@Suite("The manual page of widgetd")
struct ManualTests {
    @Test("has every option, variable, file and exit code, and is sound")
    func complete() throws {
        let page = try ManualPage(of: "widgetd")
        #expect(page.faults == "")
        #expect(page.missing(of: program) == [])
        #expect(page.text.contains("EXIT STATUS 0 ended by a signal, 1 other failures"))
        #expect(page.text.contains("var/keys The keys to sign with"))
    }
}
