/// Which script a locale is written in when its tag does not say: the part of CLDR's likely subtags (Unicode
/// Technical Standard 35, "Likely Subtags") that locales of Apple platforms need.
///
/// All of it is code rather than tables, which a widget extension would have to make each time it is started.
extension LocaleTag {
    /// The code that took the place of one in ISO 639, or is the same language on Apple platforms; otherwise itself.
    static func successor(of language: String) -> String {
        switch language {
        case "in": "id"
        case "iw": "he"
        case "ji": "yi"
        case "jw": "jv"
        case "mo": "ro"
        case "no": "nb"
        case "tl": "fil"
        default: language
        }
    }

    static func likelyScript(language: Subtag, region: Subtag?) -> Subtag {
        let language = language.description
        let byRegion = region.flatMap { script(of: language, in: $0.description) }
        return Subtag(byRegion ?? script(of: language))
    }

    /// Where a language is written in another script than usual; nil elsewhere.
    private static func script(of language: String, in region: String) -> String? {
        switch (language, region) {
        case ("az", "IQ"), ("az", "IR"): "Arab"
        case ("az", "RU"): "Cyrl"
        case ("ha", "CM"), ("ha", "SD"): "Arab"
        case ("kk", "AF"), ("kk", "CN"), ("kk", "IR"), ("kk", "MN"): "Arab"
        case ("ku", "LB"): "Arab"
        case ("ky", "CN"): "Arab"
        case ("ky", "TR"): "Latn"
        case ("mn", "CN"): "Mong"
        case ("ms", "CC"): "Arab"
        case ("pa", "PK"): "Arab"
        case ("sd", "IN"): "Deva"
        case ("sr", "ME"), ("sr", "RO"), ("sr", "RU"), ("sr", "TR"): "Latn"
        case ("tg", "PK"): "Arab"
        case ("ug", "KZ"), ("ug", "MN"): "Cyrl"
        case ("uz", "AF"): "Arab"
        case ("uz", "CN"): "Cyrl"
        case ("yue", "CN"): "Hans"
        case ("zh", "AU"), ("zh", "BN"), ("zh", "GB"), ("zh", "GF"), ("zh", "HK"), ("zh", "ID"), ("zh", "MO"),
            ("zh", "PA"), ("zh", "PF"), ("zh", "PH"), ("zh", "SR"), ("zh", "TH"), ("zh", "TW"), ("zh", "VN"):
            "Hant"
        default: nil
        }
    }

    /// Latin letters for every language that is not named.
    private static func script(of language: String) -> String {
        switch language {
        case "ar", "ckb", "fa", "ks", "lrc", "mzn", "ps", "sd", "ug", "ur": "Arab"
        case "hy": "Armn"
        case "as", "bn", "mni": "Beng"
        case "ccp": "Cakm"
        case "csw", "iu": "Cans"
        case "chr": "Cher"
        case "ba", "be", "bg", "ce", "cv", "inh", "kk", "ky", "mk", "mn", "myv", "os", "ru", "sah", "sjd",
            "sr", "tg", "tt", "uk":
            "Cyrl"
        case "bgc", "bho", "brx", "doi", "hi", "kok", "mai", "mr", "ne", "raj", "sa", "xnr": "Deva"
        case "am", "byn", "gez", "ti", "tig", "wal": "Ethi"
        case "ka": "Geor"
        case "el": "Grek"
        case "gu": "Gujr"
        case "pa": "Guru"
        case "zh": "Hans"
        case "yue": "Hant"
        case "he", "yi": "Hebr"
        case "hmn": "Hmng"
        case "ja": "Jpan"
        case "ain": "Kana"
        case "km": "Khmr"
        case "kn": "Knda"
        case "ko": "Kore"
        case "lo": "Laoo"
        case "mid": "Mand"
        case "ml": "Mlym"
        case "my": "Mymr"
        case "nqo": "Nkoo"
        case "sat": "Olck"
        case "or": "Orya"
        case "osa": "Osge"
        case "rhg": "Rohg"
        case "si": "Sinh"
        case "syr": "Syrc"
        case "ta": "Taml"
        case "te": "Telu"
        case "ber", "shi", "zgh": "Tfng"
        case "dv": "Thaa"
        case "th": "Thai"
        case "bo", "dz": "Tibt"
        case "vai": "Vaii"
        case "nnp": "Wcho"
        case "ii": "Yiii"
        default: "Latn"
        }
    }
}
