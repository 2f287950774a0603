/// What is wrong with one widget, from what is known of it.
struct BudgetJudge {
    let plan: RefreshPlan
    let week: SimulatedWeek
    let generousWeek: SimulatedWeek
    let lateWeek: SimulatedWeek?
    let pictures: [PictureCheck]
    let load: ServerLoad
    let dimmed: DimmedCheck
    let fix: RefreshFix?
    /// The most entries whose pictures fit.
    let entriesLimit: Int

    /// Errors first, and of each severity in the order of the rules.
    var findings: [BudgetFinding] {
        let all =
            [standingStill, spacing, entries, unseen].compactMap(\.self) + pictureFindings + loadFindings
            + dimmedFindings
        return all.filter { $0.severity == .error } + all.filter { $0.severity == .warning }
    }

    // MARK: Refreshes

    private var standingStill: BudgetFinding? {
        let isEarly = !week.stillsOfWeek.isEmpty
        guard let shown = isEarly ? week : lateWeek, let still = shown.longestStill else { return nil }
        let causes = Set(shown.stillsOfWeek.map(\.cause))
        var message: String
        if causes.contains(.budget) {
            message = usedUp(still)
        } else {
            message = notAskedFor(still, isApp: causes.contains(.app), isLate: !isEarly)
        }
        if let most = shown.stillMinutesByDay.max() {
            message += ", \(UserDay.length(most)) of the day without anything new"
        }
        return BudgetFinding(
            .standsStill,
            message,
            fix: fix.map(\.words) ?? "fewer reloads: no timeline of at most a week lasts"
        )
    }

    /// "its 40 reloads of 24 hours are used up at 16:45, and it stands still from 17:00 until 07:00".
    private func usedUp(_ still: Range<Int>) -> String {
        let last = week.reloads.last { $0.isCounted && $0.minute < still.upperBound }?.minute
        var message = "its \(week.conditions.budget) reloads of 24 hours are used up"
        if let last { message += " at \(UserDay.clock(last))" }
        message += ", and it stands still \(Self.span(still))"
        let generous = "with \(generousWeek.conditions.budget) "
        if let later = generousWeek.longestStill {
            message += " (\(generous)\(Self.span(later)))"
        } else {
            message += " (\(generous)it does not)"
        }
        return message
    }

    /// "6 entries 5 minutes apart last for 30 min, and the next timeline comes after 3 h: it stands still ...".
    private func notAskedFor(_ still: Range<Int>, isApp: Bool, isLate: Bool) -> String {
        let count = plan.entries == 1 ? "1 entry lasts" : "\(plan.entries) entries \(apart) last"
        let lasting = "\(count) for \(UserDay.length(plan.freshMinutes ?? 0))"
        if isApp {
            return "\(lasting), and only the app asks for more: it stands still \(Self.span(still))"
        }
        let interval = (plan.intervalMinutes ?? 0) + (isLate ? plan.jitterMinutes : 0)
        let next =
            isLate
            ? "the next timeline comes up to \(UserDay.length(interval)) after the last, with its jitter"
            : "the next timeline comes after \(UserDay.length(interval))"
        return "\(lasting), and \(next): it stands still for up to \(UserDay.length(still.count)) each time"
    }

    private var apart: String { plan.spacingMinutes.map { "\($0) minutes apart" } ?? "" }

    private static func span(_ minutes: Range<Int>) -> String {
        if minutes == SimulatedWeek.span { return "all week" }
        return "from \(UserDay.clock(minutes.lowerBound)) until \(UserDay.clock(minutes.upperBound))"
            + (minutes.count > UserDay.minutes ? " after \(UserDay.length(minutes.count))" : "")
    }

    private var spacing: BudgetFinding? {
        let least = SystemFigures.leastSpacingMinutes
        if let spacing = plan.spacingMinutes, spacing < least {
            return BudgetFinding(
                .entriesTooClose,
                "entries \(spacing) \(spacing == 1 ? "minute" : "minutes") apart are closer than the \(least) minutes "
                    + "that WidgetKit keeps to, so some show late or not at all",
                fix: "entries at least \(least) minutes apart; SwiftUI's timer text needs none"
            )
        }
        if let interval = plan.intervalMinutes, interval < least {
            return BudgetFinding(
                .entriesTooClose,
                "a new timeline after \(UserDay.length(interval)) is asked for sooner than the \(least) minutes that "
                    + "WidgetKit keeps to",
                fix: "the next timeline after at least \(least) minutes"
            )
        }
        let advised = SystemFigures.advisedSpacingMinutes
        guard let spacing = plan.spacingMinutes, spacing < advised else { return nil }
        return BudgetFinding(
            .entriesClose,
            "entries \(spacing) minutes apart are closer than the advised \(advised)",
            fix: "entries \(advised) minutes apart, if what they show allows it"
        )
    }

    private var entries: BudgetFinding? {
        let limit = SystemFigures.entriesLimit
        guard plan.entries > limit else { return nil }
        return BudgetFinding(
            .tooManyEntries,
            "\(plan.entries) entries are more than the \(limit) that are known to be shown",
            fix: "at most \(limit) entries"
        )
    }

    private var unseen: BudgetFinding? {
        guard plan.unseenEntries > 0, let interval = plan.intervalMinutes else { return nil }
        return BudgetFinding(
            .entriesNeverShown,
            "\(plan.unseenEntries) of \(plan.entries) entries never show: the next timeline replaces them after "
                + UserDay.length(interval),
            fix: "\(plan.entries - plan.unseenEntries) entries"
        )
    }

    // MARK: The server

    private var loadFindings: [BudgetFinding] {
        guard let advised = load.advisedJitterMinutes, let perSecond = load.advisedPerSecond,
            let spike = load.spikes.first(where: { $0.cause == .clock })
        else { return [] }
        var jittered = plan
        jittered.jitterMinutes = advised
        let lasting =
            RefreshFix.fix(of: jittered, entriesLimit: entriesLimit).map { "; then \($0.words)" } ?? ""
        return [
            BudgetFinding(
                .sameInstant,
                "every \(UserDay.length(Int(spike.everyMinutes))) the next timeline is due at the same instant on all "
                    + "devices: \(NumberText.grouped(spike.perSecond)) requests a second from \(NumberText.grouped(Double(load.installations))) "
                    + "installations, \(NumberText.grouped(load.meanPerSecond)) on average",
                fix:
                    "a jitter of \(advised) minutes, which makes it \(NumberText.grouped(perSecond)) a second"
                    + lasting
            )
        ]
    }

    // MARK: Reduced luminance

    private var dimmedFindings: [BudgetFinding] {
        var findings: [BudgetFinding] = []
        if !dimmed.isDeclared && !dimmed.staysLit.isEmpty {
            findings.append(
                BudgetFinding(
                    .dimmingNotSaid,
                    "nothing says what it drops while luminance is reduced, so all of it stays lit: "
                        + dimmed.staysLit.joined(separator: ", "),
                    fix: "\"standBy\": {\"drops\": [...]}, or {} if that is meant"
                )
            )
        }
        if !dimmed.withoutDimmedVariant.isEmpty {
            findings.append(
                BudgetFinding(
                    .noDimmedVariant,
                    "in StandBy, without a dimmed variant, stays as bright as by day: "
                        + dimmed.withoutDimmedVariant.joined(separator: ", "),
                    fix: "a variant for isLuminanceReduced (\"dimmed\": true), or drop it"
                )
            )
        }
        if !dimmed.countsSeconds.isEmpty {
            findings.append(
                BudgetFinding(
                    .secondsStayLit,
                    "counts seconds, which do not pass while luminance is reduced: "
                        + dimmed.countsSeconds.joined(separator: ", "),
                    fix: "text to the minute while isLuminanceReduced, or drop it"
                )
            )
        }
        return findings
    }
}
