import CommandLineKit
import DateFindings
import Definitions
import ReleaseDesk
import Rollout
import StrictJSON

extension Invocation {
    /// Has dates checked, on the devices of `Thumbnails/`.
    ///
    /// - Parameters:
    ///   - sheet: Where the contact sheet is written to; nil: none is drawn.
    ///   - needsDevices: Whether it is an error when there is no table of devices, without which nothing is too wide;
    ///     otherwise a warning.
    func checkDates(
        of apps: [AppProfile],
        widgets: Set<WidgetKind>? = nil,
        locales: [LocaleTag]? = nil,
        sheet: String? = nil,
        needsDevices: Bool = true
    ) throws -> DateReport {
        try DateChecker.answer(
            to: DateCheckRequest(
                apps: apps,
                widgets: widgets.map { $0.sorted() },
                locales: locales,
                devices: devices(isNeeded: needsDevices),
                sheet: sheet
            )
        )
    }

    private func devices(isNeeded: Bool) throws -> JSON? {
        let path = try "\(requiredValue(of: .definitions))/Thumbnails/devices.json"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try RegularFile.read(path, atMost: 1 << 20)
        } catch {
            if isNeeded { throw UnreadableDevices(path: path, reason: error.reason) }
            let mark = output.standardError.terminal.styled("warning:", .yellow)
            try output.standardError.print(
                "\(mark) \(path.sanitised): \(error.reason), so it is not known whether dates fit; --definitions says where "
                    + "Thumbnails/ is"
            )
            return nil
        }
        return try JSON(parsing: bytes)
    }

    /// A row a date and locale, and then what was found, the same in several places said once.
    ///
    /// - Parameter all: Whether to list also what passes.
    func show(_ report: DateReport, all: Bool) throws {
        let table = Table(report, all: all)
        if let table { try write(table) }
        let groups = DateFindingGroup.all(of: report)
        for group in groups {
            try print()
            try show(group)
        }
        if !groups.isEmpty { try print() }
        let extent = report.extent
        let counts = DateFinding.Severity.allCases.map { severity in
            let count = report.findings.count { $0.severity == severity }
            return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        try print("\(extent.dates) dates, \(extent.renderings) texts: \(counts.joined(separator: ", "))")
    }

    private func show(_ group: DateFindingGroup) throws {
        let finding = group.finding
        let colour: Style =
            switch finding.severity {
            case .error: .red
            case .warning: .yellow
            case .note: .dim
            }
        try output.standardOutput.tell(
            "\(finding.severity.rawValue) \(finding.rule.rawValue):",
            colour,
            .bold,
            sentence: group.place.sanitised
        )
        for (name, text) in group.details where !text.isEmpty { try print("  \(name): \(text)".sanitised) }
    }
}

/// The size table is needed to say whether dates fit.
private struct UnreadableDevices: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason); it is needed to say whether dates fit" }
}

extension Table {
    /// nil when there is nothing to list.
    fileprivate init?(_ report: DateReport, all: Bool) {
        self.init(columns: [
            .init("APP"), .init("WIDGET"), .init("DATE"), .init("LOCALE"), .init("SHOWS", whenNarrow: .wraps),
            .init("VERDICT", whenNarrow: .wraps),
        ])
        let byPlace = Dictionary(grouping: report.findings) {
            DatePlace(subject: $0.subject, locale: $0.locale)
        }
        let texts = Dictionary(
            report.samples.map { (DatePlace(subject: $0.subject, locale: $0.locale), $0.text) },
            uniquingKeysWith: { first, _ in first }
        )
        let places =
            all
            ? report.places : report.places.filter { byPlace[$0]?.contains { $0.severity != .note } ?? false }
        guard !places.isEmpty else { return nil }
        for place in places {
            let findings = byPlace[place] ?? []
            add([
                Cell(place.subject.app.text), Cell(place.subject.widget.text), Cell(place.subject.date),
                Cell(place.locale.description), Cell(texts[place] ?? ""), Self.verdict(findings),
            ])
        }
    }

    private static func verdict(_ findings: [DateFinding]) -> Cell {
        let listed = findings.filter { $0.severity != .note }
        guard !listed.isEmpty else { return Cell("passes", .green) }
        let rules = listed.map(\.rule.rawValue).joined(separator: ", ")
        return listed.contains { $0.severity == .error } ? Cell(rules, .red) : Cell(rules, .yellow)
    }
}

/// One date in one locale.
struct DatePlace: Hashable {
    let subject: DateFinding.Subject
    let locale: LocaleTag
}

extension DateReport {
    /// Every date in every locale, in the order of the report.
    var places: [DatePlace] {
        var seen: Set<DatePlace> = []
        let places =
            samples.map { DatePlace(subject: $0.subject, locale: $0.locale) }
            + findings.map { DatePlace(subject: $0.subject, locale: $0.locale) }
        return places.filter { seen.insert($0).inserted }
    }
}
