import Rollout
package import StrictJSON

extension DateDeclaration {
    /// The ways to say how the date is written, of which one is chosen.
    static let forms = ["template", "pattern", "style"]
    private static let layoutKeys = ["fontSize", "lines", "minimumScale"]
    package static let keys =
        ["id", "family"] + forms + ["locale", "calendar", "shows", "time", "zone", "expects", "text"]
        + layoutKeys

    /// - Parameter families: The widget's; nil when they could not be read.
    init?(_ field: JSONField, families: [WidgetFamily]?) {
        guard let object = field.object(Self.keys) else { return nil }
        let id = object.required("id")?.text(limit: 64)
        let family = object.family(amongst: families)
        let format = Self.format(object)
        let fixedLocale = object.value("locale", or: nil) { $0.text(limit: 64).map(Optional.some) }
        let calendar: Calendar? = object.value("calendar", or: .user) { $0.named("calendar") }
        let shows: Moment? = object.value("shows", or: .now) { $0.named("moment") }
        let time = object.value("time", or: nil) { $0.parsed(TimeOfDay.init(parsing:)).map(Optional.some) }
        let zone = object.value("zone", or: nil) { $0.text(limit: 64).map(Optional.some) }
        if object.optional("time") == nil, let zone = object.optional("zone") {
            zone.report("says nothing without a time")
        }
        let expects = object.value("expects", or: []) { field in
            field.distinctList { field -> Expectation? in field.named("expectation") }
        }
        let texts = object.value("text", or: [:], Self.texts)
        let layout = Layout(object)
        guard let id, let family, let format, let fixedLocale, let calendar, let shows, let time, let zone,
            let expects, let texts, let layout, time != nil || zone == nil
        else { return nil }
        self.init(
            id: id,
            format: format,
            family: family,
            fixedLocale: fixedLocale,
            calendar: calendar,
            shows: shows,
            time: time,
            zone: zone,
            expects: expects,
            texts: texts,
            layout: layout
        )
    }

    private static func format(_ object: JSONObject) -> Format? {
        let given = forms.filter { object.optional($0) != nil }
        let texts = given.map { object.required($0)?.text(limit: 128) }
        guard given.count == 1, let form = given.first else {
            let forms = forms.joined(separator: ", ")
            return object.field.refused("needs exactly one of \(forms); it has \(given.count)")
        }
        return texts[0].map { text in
            switch form {
            case "template": .template(text)
            case "pattern": .pattern(text)
            default: .style(text)
            }
        }
    }

    private static func texts(_ field: JSONField) -> [LocaleTag: String]? {
        guard let members = field.members() else { return nil }
        if members.isEmpty { return field.refused("must name a localisation") }
        var texts: [LocaleTag: String] = [:]
        for (name, member) in members {
            guard let locale = member.parsed(name: name, LocaleTag.init(parsing:)),
                let text = member.text(limit: 256)
            else { return nil }
            guard text.components(of: placeholder) == 1 else {
                return member.refused("must hold \(placeholder) once, where the date stands")
            }
            texts[locale] = text
        }
        return texts
    }

    /// As the definition has it.
    package var json: JSON {
        let (form, text) =
            switch format {
            case .template(let text): ("template", text)
            case .pattern(let text): ("pattern", text)
            case .style(let text): ("style", text)
            }
        var object: [String: JSON] = [
            "id": .string(id), "family": .string(family.rawValue), form: .string(text),
        ]
        object["locale"] = fixedLocale.map(JSON.string)
        if calendar != .user { object["calendar"] = .string(calendar.rawValue) }
        if shows != .now { object["shows"] = .string(shows.rawValue) }
        object["time"] = time.map { .string("\($0)") }
        object["zone"] = zone.map(JSON.string)
        if !expects.isEmpty { object["expects"] = .strings(expects.map(\.rawValue)) }
        if !texts.isEmpty {
            let members = texts.map { ($0.key.description, JSON.string($0.value)) }
            object["text"] = .object(Dictionary(members) { first, _ in first })
        }
        return .object(object.merging(layout.json) { first, _ in first })
    }
}

extension DateDeclaration.Layout {
    fileprivate init?(_ object: JSONObject) {
        let fontSize = object.value("fontSize", or: nil) { $0.integer(in: 8...200).map { Int?(Int($0)) } }
        let lines = object.value("lines", or: 1) { $0.integer(in: 1...10) }
        let scale = object.value("minimumScale", or: 1, Self.scale)
        guard let fontSize, let lines, let scale else { return nil }
        self.init(fontSize: fontSize, lines: Int(lines), minimumScale: scale)
    }

    private static func scale(_ field: JSONField) -> Double? {
        let number: Double
        switch field.value {
        case .integer(let whole): number = Double(whole)
        case .number(let value): number = value
        default: return field.refused("expected a number, found \(field.value.kindName)")
        }
        guard number > 0, number <= 1 else { return field.refused("must be above 0 and at most 1") }
        return number
    }

    fileprivate var json: [String: JSON] {
        var object: [String: JSON] = [:]
        object["fontSize"] = fontSize.map { .integer(Int64($0)) }
        if lines != 1 { object["lines"] = .integer(Int64(lines)) }
        if minimumScale != 1 { object["minimumScale"] = .number(minimumScale) }
        return object
    }
}

extension String {
    /// How often another text stands in it.
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
