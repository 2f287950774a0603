import NearestName
package import Rollout

/// The ladder of a rollout before it has a start: which share is reached how long after it.
///
/// Written as the name of a built-in one, or as a list such as `5@0d,25@2d,100@5d` (percent, `@`, and a time after
/// the start in days, hours or minutes).
package struct Schedule: Equatable, Sendable {
    /// A share and when it is reached.
    package struct Step: Equatable, Sendable {
        package let percent: Percent
        /// Seconds after the start; 0 or more.
        package let after: Int64

        package init(percent: Percent, after: Int64) {
            self.percent = percent
            self.after = after
        }
    }

    /// Rising in time and percent; at least one.
    package let steps: [Step]
    /// As it was written: the name or the list.
    package let text: String

    /// Apple's phased release for automatic updates: 1, 2, 5, 10, 20, 50, 100 percent, a step a day
    /// (App Store Connect Help, "Release a version update in phases").
    package static let applePhasedName = "apple-phased"

    /// The ladders that have a name.
    package static let builtIn: [(name: String, list: String)] = [
        (applePhasedName, "1@0d,2@1d,5@2d,10@3d,20@4d,50@5d,100@6d"),
        ("at-once", "100@0d"),
    ]

    /// - Throws: ``InvalidValue`` for an unknown name, a step that cannot be read, and steps that do not rise.
    package init(parsing text: String) throws(InvalidValue) {
        let list = Self.builtIn.first { $0.name == text }?.list ?? text
        var steps: [Step] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let step = try Self.step(part, of: text)
            if let last = steps.last, step.after <= last.after || step.percent <= last.percent {
                throw InvalidValue("\"\(text)\": the step \(part) does not rise above the one before it")
            }
            steps.append(step)
        }
        self.steps = steps
        self.text = text
    }

    private static func step(_ part: Substring, of text: String) throws(InvalidValue) -> Step {
        let halves = part.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, let after = TimeSpan.seconds(halves[1]) else { throw malformed(text) }
        let percent = try Percent(parsing: String(halves[0]))
        guard percent > .none else { throw InvalidValue("\"\(text)\": a step of 0 percent enrols nobody") }
        guard after <= longest else {
            throw InvalidValue("\"\(text)\": the step \(part) is more than a year after the start")
        }
        return Step(percent: percent, after: after)
    }

    private static func malformed(_ text: String) -> InvalidValue {
        let names = builtIn.map(\.name)
        let hint =
            nearestName(to: text, among: names).map { "did you mean \"\($0)\"?" }
            ?? "write one of \(names.joined(separator: ", ")), or steps such as 5@0d,25@2d,100@5d"
        return InvalidValue("\"\(text)\" is not a schedule; \(hint)")
    }

    /// A leap year, in seconds: the most that a step may come after the start.
    private static let longest: Int64 = 366 * 86_400

    /// The stages of a rollout that starts at a moment.
    package func stages(from start: Instant) -> [Stage] {
        steps.map { Stage(from: start.adding(seconds: $0.after), percent: $0.percent) }
    }
}
