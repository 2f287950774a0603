/// What someone may do.
package enum Role: String, CaseIterable, Sendable {
    /// Reads.
    case viewer
    /// Changes what is live.
    case `operator`
    /// Approves what others ask for.
    case approver
    /// Everything, and who may do what.
    case admin
}
