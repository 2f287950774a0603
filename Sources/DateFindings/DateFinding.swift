package import Rollout

/// Something wrong with one date of a widget in one locale.
package struct DateFinding: Equatable, Sendable {
    package enum Severity: String, CaseIterable, Sendable {
        /// Users would see something wrong; it gates.
        case error
        /// Worth a look; it does not gate.
        case warning
        /// What the check could not see.
        case note
    }

    /// How far the finding can be trusted without a device.
    package enum Certainty: String, CaseIterable, Sendable {
        /// It follows from the definition.
        case certain
        /// It was rendered or measured here; another version of ICU or another font may differ.
        case predicted
        /// Only a device shows it.
        case deviceOnly = "device only"
    }

    /// The date that is meant.
    package struct Subject: Hashable, Sendable {
        package let app: AppID
        package let widget: WidgetKind
        /// The date's id.
        package let date: String
        package let family: WidgetFamily

        package init(app: AppID, widget: WidgetKind, date: String, family: WidgetFamily) {
            self.app = app
            self.widget = widget
            self.date = date
            self.family = family
        }
    }

    /// What a user would see.
    package struct Example: Equatable, Sendable {
        package let text: String
        /// Of which moment, and under which settings: "2026-12-31, Japanese calendar".
        package let circumstances: String
        /// What the locale itself writes; nil where that is not the point.
        package let expected: String?

        package init(text: String, circumstances: String, expected: String? = nil) {
            self.text = text
            self.circumstances = circumstances
            self.expected = expected
        }
    }

    package let subject: Subject
    /// As the app profile names it.
    package let locale: LocaleTag
    package let rule: DateRule
    package let severity: Severity
    package let certainty: Certainty
    /// What is wrong here, without capital and full stop.
    package let message: String
    /// What mends it; empty when there is nothing to mend.
    package let fix: String
    package let example: Example?
    /// What to look at on a device; nil when there is nothing more to see there.
    package let lookAt: String?

    package init(
        subject: Subject,
        locale: LocaleTag,
        rule: DateRule,
        severity: Severity? = nil,
        certainty: Certainty = .certain,
        message: String,
        fix: String = "",
        example: Example? = nil,
        lookAt: String? = nil
    ) {
        self.subject = subject
        self.locale = locale
        self.rule = rule
        self.severity = severity ?? rule.severity
        self.certainty = certainty
        self.message = message
        self.fix = fix
        self.example = example
        self.lookAt = lookAt
    }
}
