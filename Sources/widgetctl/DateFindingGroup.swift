import DateFindings
import Rollout

/// Findings of one rule with the same remedy, wherever they are.
struct DateFindingGroup {
    /// The first, whose words stand for all.
    let finding: DateFinding
    private(set) var places: [DatePlace]

    /// Errors first, and then in the order of the report.
    static func all(of report: DateReport) -> [DateFindingGroup] {
        var groups: [DateFindingGroup] = []
        for finding in report.findings {
            let place = DatePlace(subject: finding.subject, locale: finding.locale)
            if let index = groups.firstIndex(where: { $0.isAlike(finding) }) {
                groups[index].places.append(place)
            } else {
                groups.append(DateFindingGroup(finding: finding, places: [place]))
            }
        }
        return DateFinding.Severity.allCases.flatMap { severity in
            groups.filter { $0.finding.severity == severity }
        }
    }

    private func isAlike(_ other: DateFinding) -> Bool {
        finding.rule == other.rule && finding.severity == other.severity
            && finding.subject.widget == other.subject.widget && finding.subject.date == other.subject.date
            // How much too wide differs from locale to locale, and what to do about it hardly.
            && (finding.fix == other.fix || finding.rule == .tooWide)
    }

    /// "WallpaperHomeWidget, headline, of anime-wallpapers-hd and 2 more, in pt-BR".
    var place: String {
        let apps = Self.list(places.map(\.subject.app.text))
        let locales = Self.list(places.map(\.locale.description), limit: 12)
        return "\(finding.subject.widget), \(finding.subject.date), of \(apps), in \(locales)"
    }

    /// What to say of it, a line each; what is empty is left out.
    var details: [(name: String, text: String)] {
        let example = finding.example
        let shows = example.map { example in
            let right = example.expected.map { "; right is \"\($0)\"" } ?? ""
            return "\"\(example.text)\" (\(example.circumstances))\(right)"
        }
        let first = places.count > 1 ? "in \(finding.locale): " : ""
        return [
            ("what", first + finding.message), ("shows", shows ?? ""), ("why", finding.rule.why),
            ("fix", finding.fix),
            ("how sure", finding.certainty.rawValue),
            ("on a device", finding.lookAt.map { "look at \($0)" } ?? ""),
        ]
    }

    private static func list(_ names: [String], limit: Int = 3) -> String {
        var seen: Set<String> = []
        let names = names.filter { seen.insert($0).inserted }
        guard names.count > limit else { return names.joined(separator: ", ") }
        return names.prefix(limit).joined(separator: ", ") + " and \(names.count - limit) more"
    }
}
