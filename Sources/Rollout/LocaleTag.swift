/// A locale as Apple platforms and BCP 47 (RFC 5646) name it: language, and optionally script and region.
///
/// `ja`, `ja_JP`, `zh-Hant-TW`, `en_US_POSIX`, `ja_JP@calendar=japanese`, `th-TH-u-ca-buddhist`: variants,
/// extensions and keywords are read and dropped, since no widget is silenced by them.
public struct LocaleTag: Hashable, Sendable, CustomStringConvertible {
    /// ISO 639 code, lower case, a retired code replaced by its successor (`iw` by `he`).
    let language: Subtag
    /// ISO 15924 code, title case (`Hant`), `Arab` for `Aran`; nil when the tag has none.
    let script: Subtag?
    /// ISO 3166-1 code, upper case, or UN M49 digits (`419`); nil when the tag has none.
    let region: Subtag?

    /// - Throws: ``InvalidValue`` when the text is not a locale.
    public init(parsing text: String) throws(InvalidValue) {
        let name = text.prefix { $0 != "@" }
        var parts = name.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }[...]
        guard let first = parts.popFirst(), (2...3).contains(first.utf8.count),
            first.utf8.allSatisfy(isLetter),
            parts.allSatisfy({ part in
                (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { isLetter($0) || isDigit($0) }
            })
        else {
            throw InvalidValue("\"\(text)\" is not a locale; write it like ja, pt-BR or zh-Hant-TW")
        }
        var script: Subtag?
        if let part = parts.first, part.utf8.count == 4, part.utf8.allSatisfy(isLetter) {
            let code = part.prefix(1).uppercased() + part.dropFirst().lowercased()
            // Arabic letters, in another hand.
            script = Subtag(code == "Aran" ? "Arab" : code)
            parts.removeFirst()
        }
        var region: Subtag?
        if let part = parts.first, Self.isRegion(part) {
            region = Subtag(part.uppercased())
            parts.removeFirst()
        }
        if let stray = Self.stray(among: parts) {
            throw InvalidValue(
                "\"\(text)\" is not a locale: \"\(stray)\" is out of place; write it like zh-Hant-TW"
            )
        }
        language = Subtag(Self.successor(of: first.lowercased()))
        self.script = script
        self.region = region
    }

    /// Whether a rule or kill that names this tag means a caller with that one.
    ///
    /// The languages must be the same; script and region must be the same where this tag names them. A missing
    /// script is filled in from language and region, so that `zh-Hant` matches `zh_TW` and `zh_HK`, not `zh_CN`.
    public func matches(_ caller: LocaleTag) -> Bool {
        guard language == caller.language else { return false }
        if let region, region != caller.region { return false }
        guard let script else { return true }
        return script == caller.resolvedScript
    }

    /// Whether every caller that `other` matches is matched by this tag too.
    package func contains(_ other: LocaleTag) -> Bool {
        guard language == other.language else { return false }
        if let region, region != other.region { return false }
        guard let script else { return true }
        // Without a script, `other` matches callers of every script, however unlikely.
        return script == other.script
    }

    /// In BCP 47 form: `zh-Hant-TW`.
    public var description: String {
        [language, script, region].compactMap { $0?.description }.joined(separator: "-")
    }

    /// ``script``, or the one that the language is most likely written in there.
    private var resolvedScript: Subtag { script ?? Self.likelyScript(language: language, region: region) }

    /// The first of the parts after the region that is neither a variant (5 to 8 characters, or a digit and 3) nor of
    /// an extension (a single letter or digit, and then what belongs to it), as RFC 5646 section 2.1 has them.
    private static func stray(among parts: ArraySlice<Substring>) -> Substring? {
        var rest = parts.drop { part in
            part.utf8.count > 4 || (part.utf8.count == 4 && part.utf8.first.map(isDigit) ?? false)
        }
        while let singleton = rest.popFirst() {
            guard singleton.utf8.count == 1, let next = rest.first else { return singleton }
            // Private use takes all that follows.
            if singleton == "x" || singleton == "X" { return nil }
            guard next.utf8.count > 1 else { return singleton }
            rest = rest.drop { $0.utf8.count > 1 }
        }
        return nil
    }

    private static func isRegion(_ part: Substring) -> Bool {
        (part.utf8.count == 2 && part.utf8.allSatisfy(isLetter))
            || (part.utf8.count == 3 && part.utf8.allSatisfy(isDigit))
    }
}
