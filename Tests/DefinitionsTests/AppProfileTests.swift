import Definitions
import Testing

@Suite("An app's file") struct AppProfileTests {
    @Test("An app with what is required and no more has no fault")
    func minimal() {
        #expect(faults(ofApp: .app()) == [])
        #expect(faults(ofApp: Document.app().with(["$schema": #""app.schema.json""#])) == [])
    }

    @Test(
        "A member that is not what it should be is reported with its path and what would be right",
        arguments: [
            ("nmae", "1", "nmae: unknown key; did you mean \"name\"?"),
            ("colour", "1", "colour: unknown key"),
            ("a key", "1", "[\"a key\"]: unknown key"),
            ("$schema", "1", "$schema: expected a string, found an integer"),
            ("name", nil, "name: missing"),
            ("name", "7", "name: expected a string, found an integer"),
            ("name", "null", "name: expected a string, found null"),
            ("name", "\" \"", "name: must not be empty"),
            ("name", #""a\nb""#, "name: holds a control character"),
            ("name", "\"" + String(repeating: "a", count: 65) + "\"", "name: longer than 64 bytes"),
            (
                "bundleID", #""wallpapers""#,
                "bundleID: \"wallpapers\" is not a bundle ID; write letters, digits and '-' in parts joined by dots, "
                    + "such as com.example.wallpapers"
            ),
            (
                "bundleID", #""com.example.\u001b[2J""#,
                "bundleID: \"com.example.\\u{1B}[2J\" is not a bundle ID; write letters, digits and '-' in parts "
                    + "joined by dots, such as com.example.wallpapers"
            ),
            (
                "appGroup", #""com.example.aurora""#,
                "appGroup: \"com.example.aurora\" is not an App Group; it starts with \"group.\", as in "
                    + "group.com.example.app"
            ),
            (
                "minimumOS", #""iOS 17""#,
                "minimumOS: \"iOS 17\" is not a version; write numbers joined by dots, such as 2.4.1 or 3.0-beta.2"
            ),
            (
                "minimumOS", #""17.04""#,
                "minimumOS: \"17.04\" is ambiguous: write the part \"04\" without leading zeros"
            ),
            ("minimumOS", "17.0", "minimumOS: expected a string, found a number"),
            (
                "urlScheme", #""aurora://""#,
                "urlScheme: \"aurora://\" is not a URL scheme; write lower-case letters, digits, '+', '-' and '.', "
                    + "starting with a letter, without \"://\""
            ),
            ("locales", "[]", "locales: must have at least one element"),
            ("locales", #""en""#, "locales: expected an array, found a string"),
            (
                "locales", #"["en", "english"]"#,
                "locales[1]: \"english\" is not a locale; write it like ja, pt-BR or zh-Hant-TW"
            ),
            ("locales", #"["pt-BR", "ja", "pt_BR"]"#, "locales[2]: stands twice"),
            ("widgets", "[]", "widgets: expected an object, found an array"),
            ("approvals", "{}", "approvals: approves nothing; leave it out"),
            (
                "approvals", #"{"kill": {}}"#,
                "approvals.kill: kill never waits: it must be possible at once, by whoever is there"
            ),
            (
                "approvals", #"{"rollout strat": {}}"#,
                #"approvals["rollout strat"]: unknown command "rollout strat"; did you mean "rollout start"?"#
            ),
            (
                "approvals", #"{"apply": {"roles": ["aprover"]}}"#,
                #"approvals.apply.roles[0]: unknown role "aprover"; did you mean "approver"?"#
            ),
            ("approvals", #"{"apply": {"count": 0}}"#, "approvals.apply.count: 0 is below 1"),
            ("widgets", "{}", "widgets: an app without a widget has nothing to roll out"),
            (
                "widgets", "{\"1st\": \(Document.widget.text)}",
                "widgets.1st: \"1st\" is not a widget kind: letters, digits, '.', '_' and '-', starting with a "
                    + "letter, at most 128 characters"
            ),
        ] as [(String, String?, String)]
    )
    func member(key: String, text: String?, fault: String) {
        #expect(faults(ofApp: Document.app().with([key: text])) == ["Apps/aurora.json: \(fault)"])
    }

    @Test(
        "A member of a widget that is not what it should be is reported with its path",
        arguments: [
            ("familes", "1", ["familes: unknown key; did you mean \"families\"?"]),
            ("families", nil, ["families: missing"]),
            ("families", "[]", ["families: must have at least one element"]),
            (
                "families", #"["systemSmal"]"#,
                ["families[0]: unknown widget family \"systemSmal\"; did you mean \"systemSmall\"?"]
            ),
            ("families", #"["systemSmall", "systemSmall"]"#, ["families[1]: stands twice"]),
            ("flags", "[]", ["flags: must have at least one element"]),
            ("flags", #"["widget_enabled", "widget_enabled"]"#, ["flags[1]: stands twice"]),
            (
                "flags", #"["widget-enabled"]"#,
                [
                    "flags[0]: \"widget-enabled\" is not a flag key: lower-case letters and digits in words joined by "
                        + "'_', starting with a letter, at most 64 characters"
                ]
            ),
            (
                "flags", #"["widget_enabeld"]"#,
                ["flags[0]: there is no flag widget_enabeld; did you mean \"widget_enabled\"?"]
            ),
            ("flags", #"["weather"]"#, ["flags[0]: there is no flag weather"]),
            (
                "flags", #"["spacing"]"#,
                ["flags[0]: spacing is of type integer; only a boolean flag can gate a widget"]
            ),
            ("whenDisabled", nil, ["whenDisabled: missing"]),
            (
                "whenDisabled", #""last""#,
                ["whenDisabled: unknown fallback \"last\"; it is one of placeholder, lastEntry, emblem"]
            ),
            (
                "dates", #"[{"id": "day", "template": "d", "family": "systemMedium"}]"#,
                ["dates[0].family: the widget has no family systemMedium"]
            ),
            (
                "dates",
                #"[{"id": "a", "family": "systemSmall"}, {"id": "b", "style": "", "pattern": "d", "family": "x"}]"#,
                [
                    "dates[0]: needs exactly one of template, pattern, style; it has 0",
                    "dates[1].family: unknown widget family \"x\"; it is one of systemSmall, systemMedium, "
                        + "systemLarge, systemExtraLarge, accessoryCircular, accessoryRectangular, accessoryInline, "
                        + "accessoryCorner",
                    "dates[1].style: must not be empty",
                    "dates[1]: needs exactly one of template, pattern, style; it has 2",
                ]
            ),
            (
                "dates",
                #"[{"id": "a", "style": "timer", "family": "systemSmall"}, "#
                    + #"{"id": "a", "style": "date", "family": "systemSmall", "when": 1}]"#,
                ["dates[1].when: unknown key", "dates[1]: the id \"a\" stands twice"]
            ),
            (
                "dates",
                #"[{"id": "a", "style": "date", "family": "systemSmall", "calendar": "lunar", "shows": "later", "#
                    + #""time": "24:00", "expects": ["digits"], "fontSize": 7, "lines": 0, "minimumScale": 2}]"#,
                [
                    "dates[0].calendar: unknown calendar \"lunar\"; it is one of user, gregorian",
                    "dates[0].shows: unknown moment \"later\"; it is one of now, event",
                    "dates[0].time: \"24:00\" is no time of day; write it like 00:00 or 17:30",
                    "dates[0].expects[0]: unknown expectation \"digits\"; it is one of gregorianYear, latinDigits, "
                        + "plainSpaces",
                    "dates[0].fontSize: 7 is below 8", "dates[0].lines: 0 is below 1",
                    "dates[0].minimumScale: must be above 0 and at most 1",
                ]
            ),
            (
                "dates",
                #"[{"id": "a", "style": "date", "family": "systemSmall", "zone": "Africa/Cairo", "#
                    + #""text": {"en": "Today", "j": "{date}"}}]"#,
                [
                    "dates[0].zone: says nothing without a time",
                    "dates[0].text.en: must hold {date} once, where the date stands",
                ]
            ),
            (
                "images", #"[{"id": "a", "size": [480], "family": "systemSmall", "perEntry": 0}]"#,
                [
                    "images[0].size: expected width and height, found 1 numbers",
                    "images[0].perEntry: 0 is below 1",
                ]
            ),
            (
                "images",
                #"[{"id": "a", "size": [480, 8193], "family": "systemSmall"}, {"id": "b", "family": "systemMedium"}, "#
                    + #"{"id": "c", "size": [1, 1], "recipe": "small", "family": "systemSmall", "dimmd": true}]"#,
                [
                    "images[0].size[1]: 8193 is above 8192",
                    "images[1].family: the widget has no family systemMedium",
                    "images[1]: needs exactly one of size, recipe; it has 0",
                    "images[2].dimmd: unknown key; did you mean \"dimmed\"?",
                    "images[2]: needs exactly one of size, recipe; it has 2",
                ]
            ),
            (
                "images",
                #"[{"id": "a", "recipe": "small", "family": "systemSmall"}, "#
                    + #"{"id": "a", "recipe": "large", "family": "systemLarge"}]"#,
                ["images[1]: the id \"a\" stands twice"]
            ),
            (
                "refresh",
                #"{"foregroundReloadsPerDay": 4, "pushReloadsPerDay": 501, "jitterMinutes": 5, "onClock": true}"#,
                [
                    "refresh.onClock: unknown key; did you mean \"onTheClock\"?",
                    "refresh.pushReloadsPerDay: 501 is above 500",
                    "refresh.foregroundReloadsPerDay: must not be there: the pattern is static",
                    "refresh.jitterMinutes: must not be there: the pattern is static",
                ]
            ),
            (
                "standBy", #"{"shown": 1, "drops": ["headline"]}"#,
                [
                    "standBy.shown: expected true or false, found an integer",
                    "standBy.drops[0]: the widget has no date or image \"headline\"",
                ]
            ),
        ] as [(String, String?, [String])]
    )
    func widget(key: String, text: String?, expected: [String]) {
        #expect(
            faults(ofApp: .app(widget: Document.widget.with([key: text])))
                == expected.map { "Apps/aurora.json: widgets.HomeWidget.\($0)" }
        )
    }

    @Test("An image and a date of one widget do not share an ID")
    func sharedID() {
        let widget = Document.widget.with([
            "dates": #"[{"id": "a", "style": "timer", "family": "systemSmall"}]"#,
            "images": #"[{"id": "a", "recipe": "small", "family": "systemSmall"}]"#,
        ])
        #expect(
            faults(ofApp: .app(widget: widget))
                == ["Apps/aurora.json: widgets.HomeWidget.images[0]: the id \"a\" stands twice"]
        )
    }

    @Test(
        "A timeline has the keys that its pattern and its count of entries need, and no others",
        arguments: [
            (#"{"pattern": "static", "entries": 1}"#, []),
            (#"{"pattern": "timer", "entries": 1, "nextTimelineAfterMinutes": 60}"#, []),
            (
                #"{"pattern": "static", "entries": 2, "entrySpacingMinutes": 30}"#,
                [".entries: must be 1: a static timeline has one entry that never changes"]
            ),
            (
                #"{"pattern": "timer", "entries": 6, "reloadsOn": ["favoriteChanged"]}"#,
                [
                    ".entrySpacingMinutes: missing: the timeline has 6 entries",
                    ".nextTimelineAfterMinutes: missing: the pattern is timer",
                    ".reloadsOn: must not be there: the pattern is timer",
                ]
            ),
            (
                #"{"pattern": "appDriven", "entries": 1, "entrySpacingMinutes": 5, "nextTimelineAfterMinutes": 5}"#,
                [
                    ".entrySpacingMinutes: must not be there: the timeline has one entry",
                    ".nextTimelineAfterMinutes: must not be there: the pattern is appDriven",
                    ".reloadsOn: missing: the pattern is appDriven",
                ]
            ),
            (
                #"{"pattern": "timerWithAppReloads", "entries": 0, "reloadsOn": [""]}"#,
                [
                    ".entries: 0 is below 1", ".reloadsOn[0]: must not be empty",
                    ".nextTimelineAfterMinutes: missing: the pattern is timerWithAppReloads",
                ]
            ),
            (
                #"{"pattern": "hourly", "entries": 1.0, "entrySpacingMinutes": 1441, "#
                    + #""nextTimelineAfterMinutes": 10081, "reload": 1}"#,
                [
                    ".reload: unknown key; did you mean \"reloadsOn\"?",
                    ".pattern: unknown timeline pattern \"hourly\"; it is one of static, timer, appDriven, "
                        + "timerWithAppReloads",
                    ".entries: expected an integer, found a number",
                    ".entrySpacingMinutes: 1441 is above 1440",
                    ".nextTimelineAfterMinutes: 10081 is above 10080",
                ]
            ),
            ("6", [": expected an object, found an integer"]),
        ] as [(String, [String])]
    )
    func timeline(text: String, expected: [String]) {
        #expect(
            faults(ofApp: .app(widget: Document.widget.with(["timeline": text])))
                == expected.map { "Apps/aurora.json: widgets.HomeWidget.timeline\($0)" }
        )
    }

    @Test("A fault elsewhere in the file hides no flag that a widget names")
    func gatesBesideOtherFaults() {
        let widget = Document.widget.with(["flags": #"["weather"]"#, "whenDisabled": "1"])
        #expect(
            faults(ofApp: .app(widget: widget).with(["name": "1"])) == [
                "Apps/aurora.json: name: expected a string, found an integer",
                "Apps/aurora.json: widgets.HomeWidget.whenDisabled: expected a string, found an integer",
                "Apps/aurora.json: widgets.HomeWidget.flags[0]: there is no flag weather",
            ]
        )
    }

    @Test("Two apps share neither bundle ID nor URL scheme, however their letters are cased")
    func uniqueness() {
        let second = Document.app("minimal").with([
            "bundleID": #""com.example.Aurora""#, "urlScheme": #""aurora""#, "name": "1",
        ])
        let apps = ["aurora": Document.app().text, "minimal": second.text]
        #expect(
            faults(in: files(apps: apps, flags: ["widget_enabled": Document.flag.text])) == [
                "Apps/minimal.json: name: expected a string, found an integer",
                "Apps/minimal.json: bundleID: com.example.Aurora is the bundle ID of aurora too",
                "Apps/minimal.json: urlScheme: aurora is the URL scheme of aurora too",
            ]
        )
    }
}
