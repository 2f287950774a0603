import CommandLineKit
import DateFindings
import Definitions
import LiveState
import ReleaseDesk
import Rollout

extension Invocation {
    /// Checks the dates of the widgets that a flag gates, before a rollout shows them to anyone.
    ///
    /// - Throws: `DeskError.refused` with each error that no kill silences.
    func refuseWrongDates(behind flag: String, in apps: AppSelection) throws {
        let states = try readingDesk().states(of: apps)
        let profiles = states.compactMap { $0.profile.onlyWidgets(behind: flag) }
        guard !profiles.isEmpty else { return }
        let errors = try checkDates(of: profiles, needsDevices: false).errors
        let seen = states.flatMap { state in
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

extension AppProfile {
    /// The profile with those widgets that a flag gates and that show a date; nil when there is none.
    fileprivate func onlyWidgets(behind flag: String) -> AppProfile? {
        let gated = widgets.filter { widget in
            !widget.dates.isEmpty && widget.widget.flags.contains { $0.text == flag }
        }
        return gated.isEmpty ? nil : with(widgets: gated)
    }
}
