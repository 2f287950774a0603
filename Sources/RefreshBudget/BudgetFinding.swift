/// Something about a widget that its users, or the server, would suffer from.
package struct BudgetFinding: Equatable, Sendable {
    /// How bad it is.
    package enum Severity: String, CaseIterable, Sendable {
        /// It must not go out like this.
        case error
        /// It should be known.
        case warning
    }

    /// Each is a heading of `Documentation/refresh-budget.md`.
    package enum Rule: String, CaseIterable, Sendable {
        case standsStill = "stands-still"
        case entriesTooClose = "entries-too-close"
        case entriesClose = "entries-close"
        case tooManyEntries = "too-many-entries"
        case entriesNeverShown = "entries-never-shown"
        case imageTooLarge = "image-too-large"
        case memory = "memory"
        case archive = "archive"
        case sameInstant = "same-instant"
        case dimmingNotSaid = "dimming-not-said"
        case noDimmedVariant = "no-dimmed-variant"
        case secondsStayLit = "seconds-stay-lit"

        package var severity: Severity {
            switch self {
            case .standsStill, .entriesTooClose, .tooManyEntries, .imageTooLarge, .memory, .archive: .error
            case .entriesClose, .entriesNeverShown, .sameInstant, .dimmingNotSaid, .noDimmedVariant,
                .secondsStayLit:
                .warning
            }
        }
    }

    package let rule: Rule
    /// What is wrong, in numbers.
    package let message: String
    /// What would be right; nil where that is for people to decide.
    package let fix: String?

    package var severity: Severity { rule.severity }

    init(_ rule: Rule, _ message: String, fix: String? = nil) {
        self.rule = rule
        self.message = message
        self.fix = fix
    }
}
