import CommandLineKit
import DateFindings
import Definitions
import LiveState
import ReleaseDesk

extension Invocation {
    /// Performs an operation, unless more people would see wrong dates by it.
    ///
    /// What silences, holds or takes back is not kept waiting by a check.
    ///
    /// - Throws: `DeskError.refused` with each error that no kill would silence.
    func performWithDatesChecked(_ operation: Operation, _ order: ReleaseDesk.Order) throws -> Outcome {
        if !isSet(.acceptFindings) {
            try refuseWrongDates(of: readingDesk().exposures(by: operation, order))
        }
        return try changingDesk().perform(operation, order)
    }

    private func refuseWrongDates(of exposures: [Exposure]) throws {
        let profiles = exposures.compactMap { exposure in
            let dated = exposure.widgets.filter { !$0.dates.isEmpty }
            return dated.isEmpty ? nil : exposure.state.profile.with(widgets: dated)
        }
        guard !profiles.isEmpty else { return }
        let errors = try checkDates(of: profiles, needsDevices: false).errors
        let seen = exposures.map(\.state).flatMap { state in
            state.unsilenced(errors.filter { $0.subject.app == state.profile.id })
        }
        guard !seen.isEmpty else { return }
        let lines = seen.map { finding in
            let subject = finding.subject
            return "  \(subject.app): \(subject.widget), \(subject.date), in \(finding.locale): "
                + "\(finding.rule.rawValue): \(finding.message)"
        }
        throw DeskError.refused(
            "users would see wrong dates:\n\(lines.joined(separator: "\n"))\nmend them, silence them with "
                + "`widgetctl check dates --gate`, or add --accept-findings"
        )
    }
}
