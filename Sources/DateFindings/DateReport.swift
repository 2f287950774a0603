package import Rollout

/// What a check of dates found.
package struct DateReport: Equatable, Sendable {
    /// One date in one locale, as users see it by default.
    package struct Sample: Equatable, Sendable {
        package let subject: DateFinding.Subject
        package let locale: LocaleTag
        /// A day in autumn, shortly before ten.
        package let text: String
        /// The widest text that was rendered; nil when none could be measured.
        package let widest: String?

        package init(subject: DateFinding.Subject, locale: LocaleTag, text: String, widest: String?) {
            self.subject = subject
            self.locale = locale
            self.text = text
            self.widest = widest
        }
    }

    /// How much was looked at.
    package struct Extent: Equatable, Sendable {
        /// Dates of widgets, each counted in each locale.
        package var dates = 0
        /// Texts that were rendered.
        package var renderings = 0
        /// Different texts that were laid out.
        package var measurements = 0

        package init(dates: Int = 0, renderings: Int = 0, measurements: Int = 0) {
            self.dates = dates
            self.renderings = renderings
            self.measurements = measurements
        }
    }

    /// In the order of apps, widgets, dates and locales.
    package let findings: [DateFinding]
    /// In the same order.
    package let samples: [Sample]
    package let extent: Extent

    package init(findings: [DateFinding], samples: [Sample], extent: Extent) {
        self.findings = findings
        self.samples = samples
        self.extent = extent
    }

    /// What gates.
    package var errors: [DateFinding] { findings.filter { $0.severity == .error } }
}
