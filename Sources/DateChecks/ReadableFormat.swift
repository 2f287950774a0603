import Definitions
import NearestName

/// A format that was found to be one.
enum ReadableFormat: Equatable {
    case pattern(DatePattern)
    case template(DateTemplate)
    case style(DateStyle)

    /// - Throws: ``PatternFault`` for what the formatter could not read.
    init(_ format: DateDeclaration.Format) throws(PatternFault) {
        switch format {
        case .pattern(let text): self = .pattern(try DatePattern(parsing: text))
        case .template(let text): self = .template(try DateTemplate(parsing: text))
        case .style(let name):
            guard let style = DateStyle(rawValue: name) else {
                let names = DateStyle.allCases.map(\.rawValue)
                let nearest = suggestion(for: name, among: names)
                let hint = nearest.isEmpty ? "; it is one of \(names.joined(separator: ", "))" : nearest
                throw PatternFault("there is no style \"\(name)\"\(hint)")
            }
            self = .style(style)
        }
    }

    /// The fields as they were written; nil for a style.
    var writtenFields: DatePattern? {
        switch self {
        case .pattern(let pattern): pattern
        case .template(let template): try? DatePattern(parsing: template.text, allowsTemplates: true)
        case .style: nil
        }
    }
}
