import Foundation
import Rollout
import Testing

@Suite struct LocaleTagTests {
    @Test(
        "A locale is read in BCP 47 and in Apple's form, and what no widget is silenced by is dropped",
        arguments: [
            ("ja", "ja"), ("ja_JP", "ja-JP"), ("JA-jp", "ja-JP"), ("zh-Hant", "zh-Hant"),
            ("zh_hant_tw", "zh-Hant-TW"), ("es-419", "es-419"), ("en_US_POSIX", "en-US"), ("fil", "fil"),
            ("ja_JP@calendar=japanese", "ja-JP"), ("en@rg=gbzzzz", "en"),
            ("th-TH-u-ca-buddhist-nu-thai", "th-TH"),
            ("en-u-rg-gbzzzz", "en"), ("de-1996", "de"), ("de-CH-1901", "de-CH"), ("ca-ES-valencia", "ca-ES"),
            ("sl-rozaj-biske-1994", "sl"), ("en-x-private", "en"), ("zh-Hans-CN-a-ext-x-y", "zh-Hans-CN"),
            ("iw_IL", "he-IL"), ("in", "id"), ("no_NO", "nb-NO"), ("tl", "fil"), ("ji", "yi"), ("mo", "ro"),
        ]
    )
    func parsing(text: String, written: String) throws {
        let tag = try LocaleTag(parsing: text)
        #expect(tag.description == written)
        #expect(try LocaleTag(parsing: written) == tag)
    }

    @Test(
        "What is no locale is refused",
        arguments: [
            "", "j", "japanese", "12", "ja-", "-JP", "ja--JP", "ja JP", "ja.JP", "ja_JP.UTF-8", "日本",
            "ja_JP_", "@x=y", "*",
            "ja-abcdefghi",
            // A script or region in the wrong place or twice.
            "ja-JPN", "ja-JP-JP", "zh-TW-Hant", "zh-Hant-Hans", "zh-TW-Hant-HK", "en-abc",
            // An extension without content.
            "ja-u", "ja-JP-u-x",
        ]
    )
    func refusals(text: String) {
        let error = #expect(throws: InvalidValue.self) { try LocaleTag(parsing: text) }
        #expect(error?.description.hasPrefix("\"\(text)\" is not a locale") == true)
    }

    @Test(
        "A tag matches callers of its language, and of its script and region where it names them",
        arguments: [
            ("ja", "ja_JP", true), ("ja", "ja", true), ("ja-JP", "ja_JP", true), ("ja-JP", "ja", false),
            ("ja", "ja-Latn", true), ("ja-Jpan", "ja_JP", true), ("ja-Jpan", "ja-Latn", false),
            ("ja", "en_JP", false),
            ("zh-Hant", "zh_TW", true), ("zh-Hant", "zh_HK", true), ("zh-Hant", "zh_MO", true),
            ("zh-Hant", "zh_CN", false), ("zh-Hant", "zh", false), ("zh-Hant", "zh-Hant-CN", true),
            ("zh-Hant", "zh-Hans-TW", false), ("zh-Hans", "zh", true), ("zh-Hans", "zh_CN", true),
            ("zh-Hans", "zh_SG", true), ("zh-Hans", "zh_TW", false), ("zh", "zh-Hant-TW", true),
            ("zh-Hant-TW", "zh_TW", true), ("zh-Hant-TW", "zh-Hant", false), ("zh-Hant-TW", "zh_HK", false),
            ("yue-Hant", "yue", true), ("yue-Hant", "yue_CN", false),
            ("sr-Cyrl", "sr_RS", true), ("sr-Latn", "sr_ME", true), ("sr-Latn", "sr_RS", false),
            ("en", "en_US_POSIX", true), ("en-Latn", "en", true), ("es", "es-419", true),
            ("es-419", "es_MX", false),
            ("he", "iw_IL", true), ("iw", "he-IL", true), ("nb", "no_NO", true), ("pt-BR", "pt_PT", false),
            ("cy", "cy_GB", true),
        ]
    )
    func matching(tag: String, caller: String, isMatch: Bool) throws {
        #expect(try LocaleTag(parsing: tag).matches(LocaleTag(parsing: caller)) == isMatch)
    }

    @Test("ICU finds the same script for every locale that it knows")
    func likelyScripts() throws {
        #expect(Locale.availableIdentifiers.count > 500)
        let strangers = ["Latn", "Cyrl", "Arab", "Hans", "Hant", "Deva"]
        for identifier in Locale.availableIdentifiers {
            let maximal = Locale.Language(identifier: identifier).maximalIdentifier
            guard var script = Locale.Language(identifier: maximal).script?.identifier else { continue }
            // Arabic letters in the Nastaliq hand.
            if script == "Aran" { script = "Arab" }
            let caller = try LocaleTag(parsing: identifier)
            let language = caller.description.prefix { $0 != "-" }
            for candidate in strangers + [script] {
                let tag = try LocaleTag(parsing: "\(language)-\(candidate)")
                #expect(tag.matches(caller) == (candidate == script), "\(identifier) is written in \(script)")
            }
        }
    }

    @Test("A tag contains another exactly when it matches all callers that the other matches")
    func containment() throws {
        var tags: [LocaleTag] = []
        for language in ["zh", "sr"] {
            for script in ["", "-Hans", "-Hant", "-Latn", "-Cyrl"] {
                for region in ["", "-CN", "-TW", "-RS", "-ME"] {
                    tags.append(try LocaleTag(parsing: language + script + region))
                }
            }
        }
        for a in tags {
            for b in tags {
                let holds = tags.allSatisfy { !b.matches($0) || a.matches($0) }
                #expect(a.contains(b) == holds, "\(a) contains \(b)")
            }
        }
    }
}
