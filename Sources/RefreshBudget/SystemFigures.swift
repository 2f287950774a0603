/// What WidgetKit allows a widget, as far as it is known.
///
/// `Documentation/refresh-budget.md` says from where each figure comes, and which are assumptions.
package enum SystemFigures {
    /// Reloads in 24 hours that a widget which is often looked at may count on.
    package static let budgets = 40...70
    /// The span in which reloads are counted, which begins anew with every minute.
    package static let windowMinutes = 1440
    /// The least distance of entries, and of timelines, that is honoured.
    package static let leastSpacingMinutes = 5
    /// The distance of entries that leaves room for everything else.
    package static let advisedSpacingMinutes = 30
    /// The most entries of a timeline that are known to be shown.
    package static let entriesLimit = 400
    /// How long the system waits in StandBy from one reload to the next; assumed.
    package static let standByMinutes = 15
}
