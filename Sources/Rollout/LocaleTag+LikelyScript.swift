/// Which script a locale is written in when its tag does not say: the part of CLDR's likely subtags (Unicode
/// Technical Standard 35, "Likely Subtags") that locales of Apple platforms need.
extension LocaleTag {
    /// Codes that were replaced in ISO 639 or are the same language under another code on Apple platforms.
    static let successors = [
        "in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro", "no": "nb", "tl": "fil",
    ]

    static func likelyScript(language: Subtag, region: Subtag?) -> Subtag {
        if let region, let script = scriptsByRegion[language]?[region] { return script }
        return scriptsByLanguage[language] ?? latin
    }

    private static let latin = Subtag("Latn")

    /// Where a language is written in another script than usual.
    private static let scriptsByRegion: [Subtag: [Subtag: Subtag]] = [
        Subtag("az"): table(["Arab": "IQ IR", "Cyrl": "RU"]),
        Subtag("ha"): table(["Arab": "CM SD"]),
        Subtag("kk"): table(["Arab": "AF CN IR MN"]),
        Subtag("ku"): table(["Arab": "LB"]),
        Subtag("ky"): table(["Arab": "CN", "Latn": "TR"]),
        Subtag("mn"): table(["Mong": "CN"]),
        Subtag("ms"): table(["Arab": "CC"]),
        Subtag("pa"): table(["Arab": "PK"]),
        Subtag("sd"): table(["Deva": "IN"]),
        Subtag("sr"): table(["Latn": "ME RO RU TR"]),
        Subtag("tg"): table(["Arab": "PK"]),
        Subtag("ug"): table(["Cyrl": "KZ MN"]),
        Subtag("uz"): table(["Arab": "AF", "Cyrl": "CN"]),
        Subtag("yue"): table(["Hans": "CN"]),
        Subtag("zh"): table(["Hant": "AU BN GB GF HK ID MO PA PF PH SR TH TW VN"]),
    ]

    /// The languages that are not written in Latin letters.
    private static let scriptsByLanguage = table([
        "Arab": "ar ckb fa ks lrc mzn ps sd ug ur",
        "Armn": "hy",
        "Beng": "as bn mni",
        "Cakm": "ccp",
        "Cans": "csw iu",
        "Cher": "chr",
        "Cyrl": "ba be bg ce cv inh kk ky mk mn myv os ru sah sjd sr tg tt uk",
        "Deva": "bgc bho brx doi hi kok mai mr ne raj sa xnr",
        "Ethi": "am byn gez ti tig wal",
        "Geor": "ka",
        "Grek": "el",
        "Gujr": "gu",
        "Guru": "pa",
        "Hans": "zh",
        "Hant": "yue",
        "Hebr": "he yi",
        "Hmng": "hmn",
        "Jpan": "ja",
        "Kana": "ain",
        "Khmr": "km",
        "Knda": "kn",
        "Kore": "ko",
        "Laoo": "lo",
        "Mand": "mid",
        "Mlym": "ml",
        "Mymr": "my",
        "Nkoo": "nqo",
        "Olck": "sat",
        "Orya": "or",
        "Osge": "osa",
        "Rohg": "rhg",
        "Sinh": "si",
        "Syrc": "syr",
        "Taml": "ta",
        "Telu": "te",
        "Tfng": "ber shi zgh",
        "Thaa": "dv",
        "Thai": "th",
        "Tibt": "bo dz",
        "Vaii": "vai",
        "Wcho": "nnp",
        "Yiii": "ii",
    ])

    /// Turns "script: codes" into a look-up by code.
    private static func table(_ codesByScript: [String: String]) -> [Subtag: Subtag] {
        var scripts: [Subtag: Subtag] = [:]
        for (script, codes) in codesByScript {
            for code in codes.split(separator: " ") { scripts[Subtag(code)] = Subtag(script) }
        }
        return scripts
    }
}
