import DateFindings
import Definitions
import Foundation
import Rollout
import Testing
import TestSupport

@testable import DateChecks

/// An update of ICU shows here as a difference.
@Suite("Golden renderings") struct GoldenTests {
    @Test("of the six apps' dates are as they were recorded")
    func recorded() throws {
        let text = try renderings()
        let file = Repository.root.appending(path: "Tests/DateChecksTests/Golden/renderings.txt")
        if ProcessInfo.processInfo.environment["RECORD"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let lines = text.split(separator: "\n")
        let recorded = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for difference in lines.difference(from: recorded) {
            switch difference {
            case .insert(_, let line, _): Issue.record("now: \(line)")
            case .remove(_, let line, _): Issue.record("recorded: \(line)")
            }
        }
    }

    /// A line a template, locale, settings and moment.
    private func renderings() throws -> String {
        let moments = [
            CheckedMoment(2026, 1, 1), CheckedMoment(2026, 2, 28), CheckedMoment(2026, 9, 30),
            CheckedMoment.sample,
            CheckedMoment(2026, 12, 31, 23, 59), CheckedMoment(2028, 2, 29, 0, 4),
        ]
        var templates: Set<String> = ["yMMMd", "jmm", "yMMMM"]
        var locales: Set<LocaleTag> = []
        for app in try shippedApps() {
            locales.formUnion(app.locales)
            for date in app.widgets.flatMap(\.dates) {
                if case .template(let template) = date.format { templates.insert(template) }
            }
        }
        let any = try #require(try shippedApps().first?.widgets.first?.dates.first)
        var lines: [String] = []
        for template in templates.sorted() {
            for locale in locales.sorted(by: { $0.description < $1.description }) {
                for settings in DateSettings.usual(in: locale, hasHour: template.contains("j")) {
                    let renderer = DateRenderer(template: template, like: any, in: locale, settings)
                    let texts = moments.map { renderer.text(at: $0) }.joined(separator: " | ")
                    lines.append("\(template)  \(settings.identifier(in: locale))  \(texts)")
                }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
