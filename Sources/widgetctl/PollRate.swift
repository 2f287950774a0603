/// How often clients ask a widgetd, from what it counted at several moments.
struct PollRate: Equatable {
    /// 0 or more.
    let perSecond: Double
    /// Of the polls those that got 304, 0 to 1; nil: there was no poll.
    let notModifiedShare: Double?
}
