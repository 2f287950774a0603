package import DateFindings
package import Definitions
import Foundation
package import Rollout
import TextLayout
package import Thumbnails

/// Judges the dates of widgets in every locale of their apps.
package struct DateCheck {
    /// Which dates are looked at.
    package struct Selection: Equatable, Sendable {
        /// nil: every widget.
        package var widgets: Set<WidgetKind>?
        /// nil: every locale of an app.
        package var locales: [LocaleTag]?

        package init(widgets: Set<WidgetKind>? = nil, locales: [LocaleTag]? = nil) {
            self.widgets = widgets
            self.locales = locales
        }
    }

    private let selection: Selection
    private let width: WidthCheck
    /// What was rendered already, since apps write the same dates in the same locales.
    private var rendered: [RenderingKey: [Rendering]] = [:]
    private var extent = DateReport.Extent()

    private struct RenderingKey: Hashable {
        let format: String
        let fixedLocale: String?
        let calendar: DateDeclaration.Calendar
        let locale: LocaleTag
    }

    /// - Parameter devices: nil: whether texts fit is not judged.
    package init(_ selection: Selection = Selection(), devices: DeviceTable?) {
        self.selection = selection
        width = WidthCheck(ruler: TextRuler(), devices: devices)
    }

    /// Looks at some apps.
    package mutating func report(on apps: [AppProfile]) -> DateReport {
        var findings: [DateFinding] = []
        var samples: [DateReport.Sample] = []
        for app in apps {
            let locales = app.locales.filter { locale in
                selection.locales.map { $0.contains { $0.matches(locale) } } ?? true
            }
            for widget in app.widgets where selection.widgets?.contains(widget.widget.kind) ?? true {
                for date in widget.dates {
                    let subject = DateFinding.Subject(
                        app: app.id,
                        widget: widget.widget.kind,
                        date: date.id,
                        family: date.family
                    )
                    for locale in locales {
                        let (found, sample) = judge(date, subject, widget.widget.timeline, locale)
                        findings += found
                        samples += sample.map { [$0] } ?? []
                    }
                }
            }
        }
        extent.measurements = width.ruler.count
        return DateReport(findings: findings, samples: samples, extent: extent)
    }

    private mutating func judge(
        _ declaration: DateDeclaration,
        _ subject: DateFinding.Subject,
        _ timeline: Timeline,
        _ locale: LocaleTag
    ) -> (findings: [DateFinding], sample: DateReport.Sample?) {
        extent.dates += 1
        let format: ReadableFormat
        do throws(PatternFault) {
            format = try ReadableFormat(declaration.format)
        } catch {
            let fault = DateFinding(
                subject: subject,
                locale: locale,
                rule: .unreadableFormat,
                message: error.message
            )
            return ([fault], nil)
        }
        let date = DateCase(
            subject: subject,
            declaration: declaration,
            timeline: timeline,
            locale: locale,
            format: format
        )
        if let unknown = date.unknownLocale() ?? date.unknownZone() { return ([unknown], nil) }
        let renderings = renderings(of: date)
        var findings = date.confusedFields() + date.words() + date.foreignForms()
        findings += date.surprises(in: renderings) + date.clockChanges()
        let texts = width.measure(date, renderings)
        let shorter = texts.widest == nil ? nil : date.shorter(width.ruler)
        findings += width.findings(of: date, texts, shorter: shorter)
        let sample = renderings.first.map {
            DateReport.Sample(
                subject: subject,
                locale: locale,
                text: date.inContext($0.renderer.text(at: .sample)),
                widest: texts.widest?.text
            )
        }
        return (findings, sample)
    }

    private mutating func renderings(of date: DateCase) -> [Rendering] {
        let key = RenderingKey(
            format: "\(date.declaration.format)",
            fixedLocale: date.declaration.fixedLocale,
            calendar: date.declaration.calendar,
            locale: date.locale
        )
        if let known = rendered[key] { return known }
        let hasHour = date.renderer()?.pattern?.has("hHkK") ?? false
        let settings =
            date.declaration.fixedLocale == nil
            ? DateSettings.usual(in: date.locale, hasHour: hasHour) : [DateSettings()]
        let renderings = settings.compactMap { settings -> Rendering? in
            guard let renderer = date.renderer(settings) else { return nil }
            let moments = CheckedMoment.days + (hasHour ? CheckedMoment.times : [])
            return Rendering(
                settings: settings,
                renderer: renderer,
                texts: moments.map { ($0, renderer.text(at: $0)) }
            )
        }
        extent.renderings += renderings.reduce(0) { $0 + $1.texts.count }
        rendered[key] = renderings
        return renderings
    }
}

extension DateCase {
    func unknownLocale() -> DateFinding? {
        let fixed = declaration.fixedLocale
        let isReadable = fixed.map { $0 == "en_US_POSIX" || (try? LocaleTag(parsing: $0)) != nil } ?? true
        let languages = [locale.languageCode] + (fixed.map { [String($0.prefix { $0.isLetter })] } ?? [])
        let unknown = languages.first { !Self.knownLanguages.contains($0) }
        guard unknown != nil || !isReadable else { return nil }
        return finding(
            .unknownLocale,
            unknown.map { "there is no data for the language \"\($0)\"" }
                ?? "\"\(fixed ?? "")\" is no identifier of a locale",
            fix: "name a locale that iOS has",
            certainty: .predicted
        )
    }

    private static let knownLanguages = Set(
        Locale.availableIdentifiers.map { String($0.prefix { $0 != "_" && $0 != "-" }) }
    )
}
