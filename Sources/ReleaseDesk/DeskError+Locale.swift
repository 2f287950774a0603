import Rollout

extension DeskError {
    /// A country's code where a language's belongs, as one writes it in a hurry; nil for any other locale.
    ///
    /// No device would ever have that locale, so what is said of it would hold for nobody.
    static func mistaken(_ locale: LocaleTag) -> DeskError? {
        let code = String(locale.description.prefix { $0 != "-" })
        guard let language = languages[code] else { return nil }
        return .invalid(
            "locale \(locale): \"\(code)\" is a country, and no language; did you mean \"\(language)\"?"
        )
    }

    /// What most people speak in countries whose codes (ISO 3166-1) are no language's (ISO 639-1), as CLDR has it in its
    /// likely subtags.
    static let languages = [
        "at": "de", "au": "en", "by": "be", "cl": "es", "cn": "zh", "cz": "cs", "dk": "da", "eg": "ar",
        "gb": "en", "gr": "el", "hk": "zh-Hant", "il": "he", "ir": "fa", "jp": "ja", "mx": "es", "nz": "en",
        "ph": "fil", "rs": "sr", "ua": "uk", "us": "en", "vn": "vi",
    ]
}
