/// A template (`setLocalizedDateFormatFromTemplate`): fields in any order and nothing between them.
struct DateTemplate: Equatable {
    let text: String

    /// - Throws: ``PatternFault`` for what is no template.
    init(parsing text: String) throws(PatternFault) {
        let pattern = try DatePattern(parsing: text, allowsTemplates: true)
        var seen: Set<Character> = []
        for token in pattern.tokens {
            switch token {
            case .literal(let literal, _):
                throw PatternFault(
                    "\"\(literal)\" in a template: the locale brings what stands between the fields; leave it out"
                )
            case .field(let letter, _):
                let kind = Self.kinds[letter] ?? letter
                guard seen.insert(kind).inserted else {
                    throw PatternFault("the field \(letter) stands twice, and a template can hold it once")
                }
            }
        }
        self.text = text
    }

    /// Letters of the same field.
    private static let kinds: [Character: Character] = [
        "L": "M", "c": "E", "e": "E", "h": "j", "H": "j", "k": "j", "K": "j", "J": "j", "C": "j",
        "Y": "y", "u": "y", "U": "y", "r": "y", "q": "Q", "b": "a", "B": "a",
    ]
}
