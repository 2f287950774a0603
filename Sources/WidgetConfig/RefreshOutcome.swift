/// What came of asking the server.
public enum RefreshOutcome: Equatable, Sendable {
    /// There was a new bundle; what it has changed, which may be nothing for this installation.
    case changed(ConfigUpdate)
    /// What the client has is still in force.
    case unchanged
    /// Nobody knows; what the client has stays in force.
    case failed(ConfigProblem)
}
