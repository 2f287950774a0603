/// A date format pattern (Unicode TS 35, "Date Format Patterns"), taken apart.
struct DatePattern: Equatable {
    enum Token: Equatable {
        /// A letter and how often it stands: `MMM` is `M`, 3.
        case field(Character, Int)
        /// Text that comes out as it is; `isQuoted` when it stood between quotes.
        case literal(String, isQuoted: Bool)
    }

    let tokens: [Token]

    /// Fields in order.
    var fields: [(letter: Character, count: Int)] {
        tokens.compactMap { if case .field(let letter, let count) = $0 { (letter, count) } else { nil } }
    }

    func has(_ letters: String) -> Bool { fields.contains { letters.contains($0.letter) } }

    /// - Parameter allowsTemplates: Whether letters may stand in it that only templates have, for which a locale puts its
    ///   own.
    /// - Throws: ``PatternFault`` for what is no pattern.
    init(parsing text: String, allowsTemplates: Bool = false) throws(PatternFault) {
        guard !text.allSatisfy(\.isWhitespace) else { throw PatternFault("the pattern is empty") }
        var tokens: [Token] = []
        var rest = Substring(text)
        while let first = rest.first {
            if first == "'" {
                tokens.append(.literal(try Self.quoted(&rest, of: text), isQuoted: true))
            } else if first.isASCII && first.isLetter {
                let run = rest.prefix { $0 == first }
                guard Self.letters.contains(first) else {
                    throw PatternFault(
                        "there is no pattern letter \(first); text is written between quotes: '\(first)'"
                    )
                }
                guard allowsTemplates || !Self.lettersOfTemplates.contains(first) else {
                    throw PatternFault(
                        "\(first) is a letter of templates; a pattern says h or H, and a for the period"
                    )
                }
                guard run.count <= Self.longestRun else {
                    throw PatternFault(
                        "\(run.count) times \(first); no field has more than \(Self.longestRun) letters"
                    )
                }
                tokens.append(.field(first, run.count))
                rest = rest.dropFirst(run.count)
            } else {
                let run = rest.prefix { !($0 == "'" || ($0.isASCII && $0.isLetter)) }
                tokens.append(.literal(String(run), isQuoted: false))
                rest = rest.dropFirst(run.count)
            }
        }
        self.tokens = tokens
    }

    /// The letters of TS 35.
    private static let letters = "GyYuUrQqMLlwWdDFgEecabBhHKkJjCmsSAzZOvVXx"
    /// The hour as the locale has it, with a period or without one.
    private static let lettersOfTemplates = "jJC"
    /// `EEEEEE` and `SSSSSSSSS` are the longest that mean anything.
    private static let longestRun = 9

    /// What stands between quotes, in which two of them are one, and `''` alone, which is a quote.
    private static func quoted(_ rest: inout Substring, of text: String) throws(PatternFault) -> String {
        let start = rest.startIndex
        rest.removeFirst()
        if rest.first == "'" {
            rest.removeFirst()
            return "'"
        }
        var literal = ""
        while let next = rest.popFirst() {
            if next != "'" {
                literal.append(next)
            } else if rest.first == "'" {
                literal.append(next)
                rest.removeFirst()
            } else {
                return literal
            }
        }
        let place = text.distance(from: text.startIndex, to: start) + 1
        throw PatternFault("the quote at character \(place) is not closed")
    }
}

extension DatePattern {
    /// As a formatter takes it.
    var text: String {
        tokens.map { token in
            switch token {
            case .field(let letter, let count): String(repeating: letter, count: count)
            case .literal(let text, isQuoted: false): text
            case .literal("'", isQuoted: true): "''"
            case .literal(let text, isQuoted: true): "'\(text.replacing("'", with: "''"))'"
            }
        }.joined()
    }

    /// The pattern with some letters in the place of others.
    func replacing(_ letters: [Character: Character]) -> DatePattern {
        DatePattern(
            tokens: tokens.map { token in
                guard case .field(let letter, let count) = token, let other = letters[letter] else {
                    return token
                }
                return .field(other, count)
            }
        )
    }

    init(tokens: [Token]) { self.tokens = tokens }

    /// The pattern with another letter in one of its fields.
    ///
    /// - Parameter index: Counted among the fields.
    func replacingField(_ index: Int, with letter: Character) -> DatePattern {
        var place = -1
        return DatePattern(
            tokens: tokens.map { token in
                guard case .field(_, let count) = token else { return token }
                place += 1
                return place == index ? .field(letter, count) : token
            }
        )
    }

    /// The fields as a template, which a locale puts in order.
    ///
    /// - Parameter hour: `j` follows the locale's and the user's own clock, `h` and `H` do not; each brings the period
    ///   with it where there is one.
    func template(hour: Character) -> String {
        fields.filter { !"abB".contains($0.letter) }.map { field in
            switch field.letter {
            case "L": String(repeating: "M", count: field.count)
            case "c", "e", "E": String(repeating: "E", count: max(3, field.count))
            case "Y", "u", "r", "y": "y"
            case "h", "H", "k", "K", "j", "J", "C": String(hour)
            default: String(repeating: field.letter, count: field.count)
            }
        }.joined()
    }

    /// The unit that the finest field tells, in minutes; nil for a pattern without a field of time or date.
    var finestUnitInMinutes: Double? {
        fields.compactMap { field -> Double? in
            switch field.letter {
            case "S", "A": 1 / 60_000
            case "s": 1 / 60
            case "m": 1
            case "h", "H", "k", "K", "j", "J", "C": 60
            case "a", "b", "B": 12 * 60
            case "d", "D", "E", "e", "c", "F", "g": 24 * 60
            case "w", "W": 7 * 24 * 60
            case "M", "L": 28 * 24 * 60
            case "Q", "q": 90 * 24 * 60
            case "y", "Y", "u", "U", "r": 365 * 24 * 60
            default: nil
            }
        }.min()
    }
}

/// Why a text is no pattern, without capital and full stop.
struct PatternFault: Error, Equatable {
    let message: String
    init(_ message: String) { self.message = message }
}
