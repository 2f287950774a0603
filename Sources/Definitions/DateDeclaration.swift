package import Rollout
import StrictJSON

/// A date that a widget shows.
package struct DateDeclaration: Equatable, Sendable {
    /// How the date is written.
    package enum Format: Equatable, Sendable {
        /// A skeleton that the locale puts in order (`setLocalizedDateFormatFromTemplate`).
        case template(String)
        /// A fixed pattern (`dateFormat`).
        case pattern(String)
        /// A style of SwiftUI or Foundation, such as `timer`, `relative` or `abbreviated`.
        case style(String)
    }

    /// Unique within its widget.
    package let id: String
    package let format: Format
    /// Where it shows: one of its widget's families.
    package let family: WidgetFamily
}

extension DateDeclaration {
    /// The ways to say how the date is written, of which one is chosen.
    static let forms = ["template", "pattern", "style"]
    package static let keys = ["id", "family"] + forms

    /// - Parameter families: The widget's; nil when they could not be read.
    init?(_ field: JSONField, families: [WidgetFamily]?) {
        guard let object = field.object(Self.keys) else { return nil }
        let id = object.required("id")?.text(limit: 64)
        let family = object.family(amongst: families)
        let given = Self.forms.filter { object.optional($0) != nil }
        let texts = given.map { object.required($0)?.text(limit: 128) }
        guard given.count == 1, let form = given.first else {
            let forms = Self.forms.joined(separator: ", ")
            field.report("needs exactly one of \(forms); it has \(given.count)")
            return nil
        }
        guard let id, let family, let text = texts[0] else { return nil }
        let format: Format =
            switch form {
            case "template": .template(text)
            case "pattern": .pattern(text)
            default: .style(text)
            }
        self.init(id: id, format: format, family: family)
    }

    var json: JSON {
        let (form, text) =
            switch format {
            case .template(let text): ("template", text)
            case .pattern(let text): ("pattern", text)
            case .style(let text): ("style", text)
            }
        return ["id": .string(id), "family": .string(family.rawValue), form: .string(text)]
    }
}
