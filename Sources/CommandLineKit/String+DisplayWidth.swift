extension String {
    /// How many columns of a terminal the text takes.
    ///
    /// East Asian wide characters and emoji take two, combining characters none. The text must be
    /// ``sanitised``: control characters count nothing here.
    package var displayWidth: Int {
        reduce(0) { $0 + $1.displayWidth }
    }

    /// The text in at most `width` columns, ending in `…` if something was cut off.
    package func truncated(toWidth width: Int) -> String {
        guard displayWidth > width else { return self }
        return width > 0 ? prefix(ofWidth: width - 1) + "…" : ""
    }

    /// As much of the text as has room in `width` columns.
    func prefix(ofWidth width: Int) -> String {
        var text = ""
        var room = width
        for character in self {
            room -= character.displayWidth
            if room < 0 { break }
            text.append(character)
        }
        return text
    }
}

extension Character {
    /// The widths of its parts together, but never more than two: a family of emoji joined into one, or a
    /// letter with several marks, is drawn as a single wide character.
    fileprivate var displayWidth: Int {
        if unicodeScalars.contains("\u{FE0F}") { return 2 }  // asks for the emoji of what may also be text
        return min(2, unicodeScalars.reduce(0) { $0 + $1.displayWidth })
    }
}

extension Unicode.Scalar {
    /// 0, 1 or 2 columns when it stands alone.
    var displayWidth: Int {
        if 0x20..<0x7F ~= value { return 1 }
        switch properties.generalCategory {
        case .control, .nonspacingMark, .enclosingMark: return 0
        case .format where !Self.visibleFormats.contains(where: { $0 ~= value }): return 0
        default: break
        }
        if Self.joiningJamo.contains(where: { $0 ~= value }) { return 0 }
        if Self.regionalIndicators ~= value { return 1 }
        let isWide = properties.isEmojiPresentation || Self.wide.contains { $0 ~= value }
        return isWide ? 2 : 1
    }

    /// The soft hyphen, and the signs that precede or surround a number: format characters that are drawn.
    private static let visibleFormats: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2,
        0x110BD...0x110BD, 0x110CD...0x110CD,
    ]

    /// Vowels and final consonants, drawn into the block that the initial consonant begins.
    private static let joiningJamo: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]

    /// Two of them make a flag.
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

    /// What Unicode's Standard Annex 11 classes as wide or fullwidth and is no emoji.
    ///
    /// Gaps of unassigned characters are filled.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}
