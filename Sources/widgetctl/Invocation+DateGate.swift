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
        let profiles = states.compactMap { $0.widgets(behind: flag) }
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

extension AppState {
    /// The profile with those widgets that a flag gates, be it through flags that have it as a prerequisite, and that
    /// show a date; nil when there is none.
    fileprivate func widgets(behind flag: String) -> AppProfile? {
        let gates = flags(behind: flag)
        let gated = profile.widgets.filter { widget in
            !widget.dates.isEmpty && widget.widget.flags.contains { gates.contains($0.text) }
        }
        return gated.isEmpty ? nil : profile.with(widgets: gated)
    }

    /// The flag, those that have it as a prerequisite, those that have these, and so on.
    private func flags(behind flag: String) -> Set<String> {
        var found: Set<String> = [flag]
        var last: Set<String> = [flag]
        while !last.isEmpty {
            let next = definitions.filter { definition in
                definition.prerequisites.contains { last.contains($0.flag.text) }
            }
            last = Set(next.map(\.key.text)).subtracting(found)
            found.formUnion(last)
        }
        return found
    }
}
