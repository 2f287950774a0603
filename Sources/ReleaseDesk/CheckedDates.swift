package import DateFindings
package import Rollout

/// What a check of dates looked at, and where it found errors.
package struct CheckedDates: Equatable, Sendable {
    /// What is wrong with one widget in one locale.
    package struct Fault: Equatable, Sendable {
        package let app: AppID
        package let widget: WidgetKind
        package let locale: LocaleTag
        /// Which rule of which date, such as "too-wide of day"; at least one, each once.
        package let rules: [String]
    }

    /// Each once.
    package let apps: [AppID]
    /// nil: every widget.
    package let widgets: Set<WidgetKind>?
    /// Each once; nil: every locale of each app.
    package let locales: [LocaleTag]?
    /// In the order of apps, widgets and locales, one for each, of what was looked at.
    package let faults: [Fault]

    package init(
        _ report: DateReport,
        of apps: [AppID],
        widgets: Set<WidgetKind>? = nil,
        locales: [LocaleTag]? = nil
    ) {
        self.init(
            apps: apps.distinct,
            widgets: widgets,
            locales: locales?.distinct,
            faults: Dictionary(grouping: report.errors, by: Place.init).map { place, findings in
                Fault(
                    app: place.app,
                    widget: place.widget,
                    locale: place.locale,
                    rules: findings.map { "\($0.rule.rawValue) of \($0.subject.date)" }.distinct
                )
            }
        )
    }

    init(apps: [AppID], widgets: Set<WidgetKind>?, locales: [LocaleTag]?, faults: [Fault]) {
        self.apps = apps
        self.widgets = widgets
        self.locales = locales
        self.faults = faults.sorted { $0.place.lexicographicallyPrecedes($1.place) }
    }

    private struct Place: Hashable {
        let app: AppID
        let widget: WidgetKind
        let locale: LocaleTag

        init(_ finding: DateFinding) {
            (app, widget, locale) = (finding.subject.app, finding.subject.widget, finding.locale)
        }
    }
}

extension CheckedDates.Fault {
    /// By which faults are sorted, and told apart.
    var place: [String] { [app.text, widget.text, "\(locale)"] }
}
