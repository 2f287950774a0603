import Rollout
package import StrictJSON

extension DateReport {
    package var json: JSON {
        [
            "findings": .array(findings.map(\.json)), "samples": .array(samples.map(\.json)),
            "extent": [
                "dates": .integer(Int64(extent.dates)), "renderings": .integer(Int64(extent.renderings)),
                "measurements": .integer(Int64(extent.measurements)),
            ],
        ]
    }

    /// Reads what ``json`` gives.
    package init?(_ field: JSONField) {
        guard let object = field.object(["findings", "samples", "extent"]),
            let findings = object.required("findings")?.list(DateFinding.init),
            let samples = object.required("samples")?.list(Sample.init),
            let extent = object.required("extent")?.object(["dates", "renderings", "measurements"])
        else { return nil }
        func count(_ name: String) -> Int? {
            extent.required(name)?.integer(in: 0...Int64.max).map { Int($0) }
        }
        guard let dates = count("dates"), let renderings = count("renderings"),
            let measurements = count("measurements")
        else { return nil }
        self.init(
            findings: findings,
            samples: samples,
            extent: Extent(dates: dates, renderings: renderings, measurements: measurements)
        )
    }
}

extension DateFinding.Subject {
    static let keys = ["app", "widget", "date", "family"]

    var json: [String: JSON] {
        [
            "app": .string(app.text), "widget": .string(widget.text), "date": .string(date),
            "family": .string(family.rawValue),
        ]
    }

    init?(_ object: JSONObject) {
        guard let app = object.required("app")?.parsed(AppID.init),
            let widget = object.required("widget")?.parsed(WidgetKind.init),
            let date = object.required("date")?.string(),
            let family: WidgetFamily = object.required("family")?.named("widget family")
        else { return nil }
        self.init(app: app, widget: widget, date: date, family: family)
    }
}

extension DateReport.Sample {
    var json: JSON {
        var object = subject.json
        object["locale"] = .string(locale.description)
        object["text"] = .string(text)
        object["widest"] = widest.map(JSON.string)
        return .object(object)
    }

    init?(_ field: JSONField) {
        guard let object = field.object(DateFinding.Subject.keys + ["locale", "text", "widest"]),
            let subject = DateFinding.Subject(object),
            let locale = object.required("locale")?.parsed(LocaleTag.init(parsing:)),
            let text = object.required("text")?.string()
        else { return nil }
        self.init(subject: subject, locale: locale, text: text, widest: object.optional("widest")?.string())
    }
}

extension DateFinding {
    package var json: JSON {
        var object = subject.json
        object["locale"] = .string(locale.description)
        object["rule"] = .string(rule.rawValue)
        object["severity"] = .string(severity.rawValue)
        object["certainty"] = .string(certainty.rawValue)
        object["message"] = .string(message)
        object["why"] = .string(rule.why)
        object["fix"] = .string(fix)
        object["lookAt"] = lookAt.map(JSON.string)
        if let example {
            object["text"] = .string(example.text)
            object["circumstances"] = .string(example.circumstances)
            object["expected"] = example.expected.map(JSON.string)
        }
        return .object(object)
    }

    private static let keys =
        Subject.keys + [
            "locale", "rule", "severity", "certainty", "message", "why", "fix", "lookAt", "text",
            "circumstances", "expected",
        ]

    init?(_ field: JSONField) {
        guard let object = field.object(Self.keys), let subject = Subject(object),
            let locale = object.required("locale")?.parsed(LocaleTag.init(parsing:)),
            let rule: DateRule = object.required("rule")?.named("rule"),
            let severity: Severity = object.required("severity")?.named("severity"),
            let certainty: Certainty = object.required("certainty")?.named("certainty"),
            let message = object.required("message")?.string(), let fix = object.required("fix")?.string()
        else { return nil }
        let example = object.optional("text")?.string().map { text in
            Example(
                text: text,
                circumstances: object.optional("circumstances")?.string() ?? "",
                expected: object.optional("expected")?.string()
            )
        }
        self.init(
            subject: subject,
            locale: locale,
            rule: rule,
            severity: severity,
            certainty: certainty,
            message: message,
            fix: fix,
            example: example,
            lookAt: object.optional("lookAt")?.string()
        )
    }
}
