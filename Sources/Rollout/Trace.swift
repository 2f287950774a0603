/// The layers of a decision, in the order in which they are asked.
public enum Layer: String, Hashable, Sendable {
    case kill, status, prerequisite, rule, rollout, `default`
}

/// One layer's answer on the way to a decision.
public struct TraceStep: Hashable, Sendable {
    /// What was being decided: a flag's key or a widget's kind.
    public let subject: String
    /// The layer that was asked.
    public let layer: Layer
    /// Whether this layer gave the answer.
    public let answered: Bool
    /// Why it did or did not, for people.
    public let detail: String
}

/// Something that listens to a decision being made.
///
/// The same code decides with and without a listener.
protocol DecisionListener {
    mutating func heard(
        _ subject: @autoclosure () -> String,
        _ layer: Layer,
        answered: Bool,
        _ detail: @autoclosure () -> String
    )
}

/// Hears nothing and costs nothing.
struct NoListener: DecisionListener {
    @inline(__always)
    mutating func heard(
        _ subject: @autoclosure () -> String,
        _ layer: Layer,
        answered: Bool,
        _ detail: @autoclosure () -> String
    ) {}
}

/// Writes every step down.
struct TraceRecorder: DecisionListener {
    private(set) var steps: [TraceStep] = []

    mutating func heard(
        _ subject: @autoclosure () -> String,
        _ layer: Layer,
        answered: Bool,
        _ detail: @autoclosure () -> String
    ) {
        steps.append(TraceStep(subject: subject(), layer: layer, answered: answered, detail: detail()))
    }
}
