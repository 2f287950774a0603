import DateFindings

/// A definition with a bug that was seen in the field, and what it shows.
struct FieldBug: CustomStringConvertible, Sendable {
    let rule: DateRule
    /// The members besides `id` and `family`.
    let date: String
    let locale: String
    /// What a user sees; nil where a rule needs no look at it.
    let shows: String?
    /// What is right: by the calendar, by the language's grammar, or as people there write it.
    let right: String?
    var timeline =
        #"{"pattern": "timer", "entries": 6, "entrySpacingMinutes": 30, "nextTimelineAfterMinutes": 180}"#

    var description: String { "\(rule.rawValue): \(date) in \(locale)" }
}

/// At least three of each rule.
///
/// Texts were worked out by hand from calendars and grammars, not by this code.
let fieldBugs: [FieldBug] = [
    // 29 December 2024 is the Sunday that begins the American week of 1 January 2025.
    .init(.weekYear, #""pattern": "YYYY-MM-dd""#, "en_US", "2025-12-29", "2024-12-29"),
    // In Germany 1 January 2027, a Friday, is in week 53 of 2026.
    .init(.weekYear, #""pattern": "dd.MM.YYYY""#, "de_DE", "01.01.2026", "01.01.2027"),
    .init(.weekYear, #""template": "YMMMd""#, "fr_FR", nil, nil),
    // 1 February is the 32nd day.
    .init(.dayOfYear, #""pattern": "yyyy-MM-DD""#, "en_US", nil, nil),
    .init(.dayOfYear, #""pattern": "DD.MM.""#, "de_DE", nil, nil),
    .init(.dayOfYear, #""pattern": "DD""#, "ja_JP", nil, nil),
    .init(.minuteForMonth, #""pattern": "yyyy-mm-dd""#, "en_US", "2026-04-01", "2026-01-01"),
    .init(.minuteForMonth, #""pattern": "dd.mm.""#, "de_DE", "01.04.", "01.01."),
    .init(.minuteForMonth, #""template": "ymmdd""#, "ko_KR", nil, nil),
    .init(.monthForMinute, #""pattern": "HH:MM""#, "en_US", "12:01", "12:04"),
    .init(.monthForMinute, #""pattern": "H.MM""#, "fi_FI", "12.01", "12.04"),
    .init(.monthForMinute, #""pattern": "h:MM a""#, "en_US", nil, nil),
    .init(.periodMissing, #""pattern": "hh:mm""#, "en_US", "03:05", nil),
    .init(.periodMissing, #""pattern": "h:mm""#, "ko_KR", "3:05", nil),
    .init(.periodMissing, #""pattern": "K:mm""#, "ja_JP", "3:05", nil),
    .init(.numericWeekday, #""pattern": "e""#, "en_US", nil, nil),
    .init(.numericWeekday, #""pattern": "c""#, "de_DE", nil, nil),
    .init(.numericWeekday, #""template": "ed""#, "fr_FR", nil, nil),
    .init(.ambiguousNumbers, #""pattern": "M/d""#, "en_US", "4/11", nil),
    .init(.ambiguousNumbers, #""pattern": "dd/MM""#, "en_GB", "11/04", nil),
    .init(.ambiguousNumbers, #""template": "Md", "locale": "en_US_POSIX""#, "fr_FR", "4/11", nil),
    .init(.hourCycle, #""pattern": "HH:mm""#, "en_US", nil, nil),
    .init(.hourCycle, #""pattern": "h:mm a""#, "de_DE", nil, nil),
    .init(.hourCycle, #""pattern": "HH:mm""#, "ja_JP", nil, nil),
    // 3 November 2026, 9:59.
    .init(.foreignOrder, #""pattern": "MMM d""#, "ja_JP", "11月 3", "11月3日"),
    .init(.foreignOrder, #""pattern": "y/MMM d""#, "zh_Hans_CN", nil, nil),
    .init(.foreignOrder, #""pattern": "h:mm a""#, "ja_JP", "9:59 午前", "午前9:59"),
    .init(.foreignOrder, #""pattern": "MMMM d, yyyy""#, "de_DE", "November 3, 2026", "3. November 2026"),
    .init(.foreignOrder, #""template": "MMMd", "locale": "en_US""#, "fr_FR", "Nov 3", "3 nov."),
    .init(.foreignPunctuation, #""pattern": "d MMM""#, "de_DE", "3 Nov.", "3. Nov."),
    .init(.foreignPunctuation, #""pattern": "d MMMM""#, "es_ES", "3 noviembre", "3 de noviembre"),
    .init(.foreignPunctuation, #""pattern": "d MMMM""#, "pt_BR", "3 novembro", "3 de novembro"),
    .init(.doubledUnit, #""pattern": "MMM月d日""#, "ja_JP", "11月月3日", "11月3日"),
    .init(.doubledUnit, #""pattern": "MMM月d日""#, "zh_Hans_CN", "11月月3日", "11月3日"),
    .init(.doubledUnit, #""pattern": "MMM월 d일""#, "ko_KR", "11월월 3일", "11월 3일"),
    // January on its own, and beside a day.
    .init(.monthForm, #""pattern": "MMMM""#, "ru_RU", "января", "январь"),
    .init(.monthForm, #""pattern": "MMMM yyyy""#, "cs_CZ", "ledna 2026", "leden 2026"),
    .init(.monthForm, #""pattern": "MMMM""#, "pl_PL", "stycznia", "styczeń"),
    .init(.monthForm, #""pattern": "d LLLL""#, "uk_UA", "1 січень", "1 січня"),
    .init(.monthForm, #""pattern": "MMMM""#, "el_GR", "Ιανουαρίου", "Ιανουάριος"),
    .init(.monthForm, #""pattern": "MMMM""#, "fi_FI", "tammikuuta", "tammikuu"),
    .init(.monthForm, #""pattern": "MMMM""#, "hr_HR", "siječnja", "siječanj"),
    .init(.monthForm, #""pattern": "MMMM""#, "ca_ES", "de gener", "gener"),
    // 2026 is 令和8; the Thai year is 543 more; 12 آبان 1405 is 3 November 2026.
    .init(.eraYear, #""pattern": "yyyy""#, "ja_JP", "0008", "2026"),
    .init(.eraYear, #""pattern": "y年M月d日""#, "ja_JP", "8年11月3日", "2026年11月3日"),
    .init(.eraYear, #""template": "y", "expects": ["gregorianYear"]"#, "th_TH", "พ.ศ. 2569", "2026"),
    .init(.eraYear, #""pattern": "yyyy", "expects": ["gregorianYear"]"#, "fa_IR", "۱۴۰۵", "۲۰۲۶"),
    .init(.nativeDigits, #""template": "d", "expects": ["latinDigits"]"#, "ar_EG", "١", nil),
    .init(.nativeDigits, #""template": "d", "expects": ["latinDigits"]"#, "my_MM", "၁", nil),
    .init(.nativeDigits, #""template": "d", "expects": ["latinDigits"]"#, "ne_NP", "१", nil),
    .init(.nativeDigits, #""template": "d", "expects": ["latinDigits"]"#, "ckb_IQ", "١", nil),
    .init(.noBreakSpace, #""template": "jmm", "expects": ["plainSpaces"]"#, "en_US", "12:04[U+202F]PM", nil),
    .init(.noBreakSpace, #""template": "hmm", "expects": ["plainSpaces"]"#, "en_AU", nil, nil),
    .init(.noBreakSpace, #""template": "hmm", "expects": ["plainSpaces"]"#, "es_US", nil, nil),
    .init(.unlocalisedText, #""template": "MMMd", "text": {"en": "Today, {date}"}"#, "ja_JP", nil, nil),
    .init(.unlocalisedText, #""pattern": "d. MMM 'at' HH:mm""#, "de_DE", "3. Nov. at 09:59", nil),
    .init(.unlocalisedText, #""pattern": "M月d日""#, "ko_KR", "11月3日", "11. 3."),
    .init(.staleText, #""template": "jmm""#, "en_US", nil, nil),
    .init(.staleText, #""style": "time""#, "de_DE", nil, nil),
    .init(
        .staleText,
        #""style": "today""#,
        "en_US",
        nil,
        nil,
        timeline: #"{"pattern": "static", "entries": 1}"#
    ),
    .init(
        .staleText,
        #""template": "MMMd""#,
        "en_US",
        nil,
        nil,
        timeline: #"{"pattern": "appDriven", "entries": 1, "reloadsOn": ["favouriteChanged"]}"#
    ),
    // Egypt has moved its clocks at the midnight that ends the last Thursday of April since 2023; Brazil did so for
    // the last time on 4 November 2018; Central Europe at 2 o'clock on the last Sunday of March.
    .init(.skippedTime, #""template": "d", "time": "00:00", "zone": "Africa/Cairo""#, "ar_EG", nil, nil),
    .init(.skippedTime, #""template": "d", "time": "00:30", "zone": "America/Sao_Paulo""#, "pt_BR", nil, nil),
    .init(.skippedTime, #""template": "d", "time": "02:30", "zone": "Europe/Berlin""#, "de_DE", nil, nil),
    .init(.skippedTime, #""template": "d", "time": "00:00""#, "en_US", nil, nil),
    .init(.repeatedTime, #""template": "d", "time": "02:30", "zone": "Europe/Berlin""#, "de_DE", nil, nil),
    .init(.repeatedTime, #""template": "d", "time": "01:30", "zone": "America/New_York""#, "en_US", nil, nil),
    .init(.repeatedTime, #""template": "d", "time": "23:30", "zone": "Africa/Cairo""#, "ar_EG", nil, nil),
    .init(.unreadableFormat, #""pattern": "d 'de MMMM""#, "es_ES", nil, nil),
    .init(.unreadableFormat, #""template": "MMM d""#, "en_US", nil, nil),
    .init(.unreadableFormat, #""pattern": "T""#, "en_US", nil, nil),
    .init(.unreadableFormat, #""style": "abreviated""#, "en_US", nil, nil),
    .init(.unknownLocale, #""template": "d""#, "xx", nil, nil),
    .init(.unknownLocale, #""template": "d""#, "qq_JP", nil, nil),
    .init(.unknownLocale, #""template": "d", "locale": "zz_ZZ""#, "en_US", nil, nil),
    .init(.unknownLocale, #""template": "d", "locale": "no such""#, "en_US", nil, nil),
    .init(.unknownZone, #""template": "d", "time": "00:00", "zone": "Europe/Berlin2""#, "en_US", nil, nil),
    .init(.unknownZone, #""template": "d", "time": "00:00", "zone": "Mars/Olympus""#, "en_US", nil, nil),
    .init(.unknownZone, #""template": "d", "time": "00:00", "zone": "local""#, "en_US", nil, nil),
    .init(.drawnByDevice, #""style": "timer""#, "en_US", nil, nil),
    .init(.drawnByDevice, #""style": "relative""#, "ja_JP", nil, nil),
    .init(.drawnByDevice, #""style": "offset""#, "ar_EG", nil, nil),
]

extension FieldBug {
    init(
        _ rule: DateRule,
        _ date: String,
        _ locale: String,
        _ shows: String?,
        _ right: String?,
        timeline: String? = nil
    ) {
        (self.rule, self.date, self.locale, self.shows, self.right) = (rule, date, locale, shows, right)
        if let timeline { self.timeline = timeline }
    }
}

/// Definitions that are as they should be: what is named must not be found in them.
let soundDefinitions: [FieldBug] = [
    .init(.weekYear, #""pattern": "'W'w YYYY""#, "de_DE", nil, nil),
    .init(.weekYear, #""pattern": "yyyy-MM-dd""#, "en_US", nil, nil),
    .init(.dayOfYear, #""pattern": "DDD""#, "en_US", nil, nil),
    .init(.minuteForMonth, #""pattern": "yyyy-MM-dd HH:mm""#, "en_US", nil, nil),
    .init(.minuteForMonth, #""template": "jmm""#, "en_US", nil, nil),
    .init(.monthForMinute, #""pattern": "MMM d, h:mm a""#, "en_US", nil, nil),
    .init(.periodMissing, #""template": "hmm""#, "en_US", nil, nil),
    .init(.periodMissing, #""pattern": "HH:mm""#, "en_US", nil, nil),
    .init(.numericWeekday, #""template": "EEEd""#, "en_US", nil, nil),
    .init(.ambiguousNumbers, #""template": "Md""#, "en_US", nil, nil),
    .init(.ambiguousNumbers, #""pattern": "yyyy/MM/dd""#, "ja_JP", nil, nil),
    .init(.hourCycle, #""template": "jmm""#, "en_US", nil, nil),
    .init(.hourCycle, #""pattern": "HH:mm", "locale": "en_US_POSIX""#, "en_US", nil, nil),
    .init(.foreignOrder, #""pattern": "MMM d""#, "en_US", nil, nil),
    .init(.foreignOrder, #""pattern": "M月d日""#, "ja_JP", nil, nil),
    .init(.foreignOrder, #""template": "MMMd", "locale": "en_GB""#, "en_GB", nil, nil),
    .init(.foreignPunctuation, #""pattern": "d. MMM""#, "de_DE", nil, nil),
    .init(.foreignPunctuation, #""pattern": "d 'de' MMMM""#, "es_ES", nil, nil),
    .init(.foreignPunctuation, #""pattern": "M月d日""#, "ja_JP", nil, nil),
    .init(.doubledUnit, #""pattern": "M月d日""#, "ja_JP", nil, nil),
    .init(.doubledUnit, #""pattern": "y년 M월 d일""#, "ko_KR", nil, nil),
    .init(.monthForm, #""pattern": "LLLL""#, "ru_RU", nil, nil),
    .init(.monthForm, #""pattern": "d MMMM""#, "ru_RU", nil, nil),
    .init(.monthForm, #""pattern": "MMMM""#, "en_US", nil, nil),
    .init(.monthForm, #""template": "MMMM""#, "ru_RU", nil, nil),
    .init(.eraYear, #""template": "yMMMd""#, "ja_JP", nil, nil),
    .init(.eraYear, #""template": "y""#, "th_TH", nil, nil),
    .init(
        .eraYear,
        #""pattern": "yyyy", "calendar": "gregorian", "expects": ["gregorianYear"]"#,
        "ja_JP",
        nil,
        nil
    ),
    .init(.nativeDigits, #""template": "d", "expects": ["latinDigits"]"#, "en_US", nil, nil),
    .init(.nativeDigits, #""template": "d""#, "ar_EG", nil, nil),
    .init(.noBreakSpace, #""template": "MMMd", "expects": ["plainSpaces"]"#, "de_DE", nil, nil),
    .init(
        .unlocalisedText,
        #""template": "MMMd", "text": {"en": "Today, {date}", "ja": "今日 {date}"}"#,
        "ja_JP",
        nil,
        nil
    ),
    .init(.unlocalisedText, #""pattern": "d 'de' MMMM""#, "pt_BR", nil, nil),
    .init(.unlocalisedText, #""pattern": "M月d日""#, "zh_Hans", nil, nil),
    // What these locales themselves make of yMMMM, MMMMd, yMMMd and yMMMd.
    .init(.unlocalisedText, #""pattern": "د G y د MMMM""#, "ps", nil, nil),
    .init(.foreignOrder, #""pattern": "M月d日""#, "zh_Hant_HK", nil, nil),
    .init(.foreignPunctuation, #""pattern": "dd MMM y""#, "en_BZ", nil, nil),
    .init(.foreignPunctuation, #""pattern": "dd MMM, y""#, "en_ZW", nil, nil),
    .init(.staleText, #""template": "jmm", "shows": "event""#, "en_US", nil, nil),
    .init(.staleText, #""style": "timer""#, "en_US", nil, nil),
    .init(.staleText, #""template": "MMMd""#, "en_US", nil, nil),
    .init(
        .staleText,
        #""template": "jmm""#,
        "en_US",
        nil,
        nil,
        timeline:
            #"{"pattern": "timer", "entries": 60, "entrySpacingMinutes": 1, "nextTimelineAfterMinutes": 60}"#
    ),
    .init(.skippedTime, #""template": "d", "time": "12:00""#, "en_US", nil, nil),
    .init(.skippedTime, #""template": "d", "time": "00:00", "zone": "Asia/Tokyo""#, "ja_JP", nil, nil),
    .init(.repeatedTime, #""template": "d", "time": "12:00""#, "en_US", nil, nil),
    .init(.unreadableFormat, #""pattern": "d 'de' MMMM 'o''clock'""#, "es_ES", nil, nil),
    .init(.unknownLocale, #""template": "d""#, "zh-Hant-TW", nil, nil),
    .init(.unknownLocale, #""template": "d", "locale": "en_US_POSIX""#, "en_US", nil, nil),
]
