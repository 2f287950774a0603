import DateFindings
import Definitions
import Rollout
import Testing
import TestSupport

@testable import DateChecks

@Suite("The dates of the six apps") struct ShippedAppsTests {
    @Test("raise no false alarm in any of their locales")
    func pass() throws {
        var check = DateCheck(devices: try shippedDevices())
        let report = check.report(on: try shippedApps())
        #expect(report.findings.filter { $0.severity == .error } == [])
        // "segunda-feira, 16 de novembro" is within the margin on the narrowest screen, which is worth a look.
        let others = report.findings.map { "\($0.rule.rawValue) \($0.subject.date) \($0.locale)" }
        #expect(Set(others) == ["too-wide headline pt-BR"])
        #expect(report.extent.dates > 150)
        #expect(report.samples.count == report.extent.dates)
    }

    @Test("are checked in part when only part is asked for")
    func selection() throws {
        let app = try #require(try shippedApps().first { $0.id.text == "minimal-wallpapers" })
        let kind = try #require(app.widgets.first { $0.widget.kind.text == "WallpaperLockWidget" }).widget
            .kind
        let selection = DateCheck.Selection(widgets: [kind], locales: [try .init(parsing: "ja")])
        var check = DateCheck(selection, devices: nil)
        let samples = check.report(on: [app]).samples
        #expect(samples.map(\.text) == ["3日", "11月3日(火)"])
        #expect(samples.allSatisfy { $0.subject.widget == kind && $0.locale.description == "ja" })
    }
}
