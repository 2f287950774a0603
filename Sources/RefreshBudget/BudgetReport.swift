package import Definitions
package import Rollout

/// Everything that is known beforehand of how one widget refreshes.
package struct BudgetReport: Equatable, Sendable {
    package let app: AppID
    package let widget: WidgetKind
    package let plan: RefreshPlan
    /// The week with the smallest budget; what pictures show.
    package let week: SimulatedWeek
    /// The same week with the largest budget.
    package let generousWeek: SimulatedWeek
    /// The week with the smallest budget and nights in StandBy; nil for a widget that does not stand there.
    package let standByWeek: SimulatedWeek?
    /// The week in which every timeline is as late as its jitter allows; nil without jitter.
    package let lateWeek: SimulatedWeek?
    /// By family and device; empty for a widget that declares no pictures.
    package let pictures: [PictureCheck]
    package let load: ServerLoad
    package let dimmed: DimmedCheck
    /// The timeline that would never stand still; nil when this one does not, or none would.
    package let fix: RefreshFix?
    /// Errors first.
    package let findings: [BudgetFinding]

    /// - Parameters:
    ///   - gallery: nil only when the widget declares no pictures.
    ///   - installations: How many installations poll the server, each with the widget once.
    /// - Throws: ``BudgetError`` for a recipe that does not exist.
    package init(
        _ profile: WidgetProfile,
        in app: AppID,
        _ gallery: Gallery?,
        installations: Int
    ) throws(BudgetError) {
        let plan = RefreshPlan(profile.widget.timeline, profile.refresh)
        let (least, most) = (SystemFigures.budgets.lowerBound, SystemFigures.budgets.upperBound)
        let isInStandBy = profile.widget.families.contains(.systemSmall) && profile.standBy?.isShown ?? true
        self.app = app
        self.plan = plan
        widget = profile.widget.kind
        week = SimulatedWeek(plan, .init(budget: least))
        generousWeek = SimulatedWeek(plan, .init(budget: most))
        standByWeek = isInStandBy ? SimulatedWeek(plan, .init(budget: least, isInStandBy: true)) : nil
        lateWeek = plan.jitterMinutes > 0 ? SimulatedWeek(plan, .init(budget: least, isLate: true)) : nil
        var pictures: [PictureCheck] = []
        if let gallery { pictures = try PictureCheck.all(of: profile, in: app, gallery) }
        self.pictures = pictures
        load = ServerLoad(plan, week, installations: installations)
        dimmed = DimmedCheck(profile)
        let standsStill = !week.stillsOfWeek.isEmpty || !(lateWeek?.stillsOfWeek.isEmpty ?? true)
        // What does not fit with any number of entries is a finding of its own.
        let entriesLimit =
            pictures.map(\.entriesThatFit).filter { $0 > 0 }.min() ?? SystemFigures.entriesLimit
        let fix = standsStill ? RefreshFix.fix(of: plan, entriesLimit: entriesLimit) : nil
        self.fix = fix
        let judge = BudgetJudge(
            plan: plan,
            week: week,
            generousWeek: generousWeek,
            lateWeek: lateWeek,
            pictures: pictures,
            load: load,
            dimmed: dimmed,
            fix: fix,
            entriesLimit: entriesLimit
        )
        findings = judge.findings
    }

    /// Whether anything is an error.
    package var isFaulty: Bool { findings.contains { $0.severity == .error } }
}
