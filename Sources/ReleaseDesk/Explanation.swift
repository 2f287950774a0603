package import Rollout
package import StrictJSON

/// A decision with the answers of all layers that were asked.
package struct Explanation: Equatable, Sendable {
    /// A widget's decision or a flag's.
    package enum Kind: Equatable, Sendable {
        case widget(WidgetDecision)
        case flag(Decision)
    }

    /// The widget's kind or the flag's key.
    package let subject: String
    /// The family that a widget was explained for; nil for a flag, and when none was named.
    package let family: WidgetFamily?
    package let decision: Kind
    /// In the order in which they were asked.
    package let steps: [TraceStep]

    /// The subject as a heading: "WallpaperLockWidget in accessoryCircular".
    package var title: String { family.map { "\(subject) in \($0.rawValue)" } ?? subject }

    /// The decision in one line: "enabled", "disabled (killed at revision 12); shows emblem", "30 (default)".
    package var verdict: String {
        switch decision {
        case .widget(let decision):
            let shows = "; shows \(decision.whenDisabled.rawValue)"
            return switch decision.reason {
            case .enabled: "enabled"
            case .killed(let revision): "disabled (killed at revision \(revision))\(shows)"
            case .gated(let flag, let gate): "disabled (\(flag) is \(gate.value): \(gate.words))\(shows)"
            }
        case .flag(let decision):
            return "\(decision.value) (\(decision.words))"
        }
    }

    package var json: JSON {
        let trace = steps.map { step -> JSON in
            [
                "subject": .string(step.subject), "layer": .string(step.layer.rawValue),
                "answered": .bool(step.answered), "detail": .string(step.detail),
            ]
        }
        var object: [String: JSON] = ["trace": .array(trace)]
        switch decision {
        case .widget(let decision):
            object["widget"] = .string(subject)
            object["family"] = family.map { .string($0.rawValue) } ?? .null
            object["enabled"] = .bool(decision.isEnabled)
            object["whenDisabled"] = .string(decision.whenDisabled.rawValue)
            switch decision.reason {
            case .enabled: object["reason"] = "enabled"
            case .killed: object["reason"] = "killed"
            case .gated(let flag, let gate):
                object["reason"] = "gated"
                object["gatedBy"] = gate.json(flag: flag.text)
            }
        case .flag(let decision):
            guard case .object(let members) = decision.json(flag: subject) else { break }
            object.merge(members) { _, new in new }
        }
        return .object(object)
    }
}

extension Explanation {
    /// - Returns: nil when there is no such widget.
    init?(of kind: WidgetKind, for context: Context, at now: Instant, in configuration: AppConfiguration) {
        guard let (decision, steps) = configuration.explain(kind, for: context, at: now) else { return nil }
        self.init(subject: kind.text, family: context.family, decision: .widget(decision), steps: steps)
    }
}

extension Decision {
    /// The reason with its particulars: "rule \"testers first\"", "killed at revision 12".
    fileprivate var words: String {
        switch reason {
        case .killed(let revision): "killed at revision \(revision)"
        case .prerequisite(let flag): "prerequisite \(flag) not met"
        case .rule(let name): "rule \"\(name)\""
        case .disabled, .rollout, .rolloutExcluded, .default: "\(reason)"
        }
    }

    fileprivate func json(flag: String) -> JSON {
        [
            "flag": .string(flag), "value": value.json, "variant": .string(variant),
            "reason": .string("\(reason)"), "why": .string(words),
        ]
    }
}
