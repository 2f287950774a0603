/// Documents that differ from one in order by a single value.
extension Schema {
    /// A key or a value within the minimal document, in the texts that both sides take and that both refuse.
    private struct Place {
        let accepted: [String]
        let refused: [String]
        let document: @Sendable (String) -> Document
    }

    var accepted: [Document] { [minimal] + places.flatMap { place in place.accepted.map(place.document) } }
    var refused: [Document] { places.flatMap { place in place.refused.map(place.document) } }

    private var places: [Place] { self == .app ? Self.appPlaces : Self.flagPlaces }

    private static func quoted(_ texts: String...) -> [String] { texts.map { "\"\($0)\"" } }

    private static func app(_ key: String, accepted: [String], refused: [String]) -> Place {
        Place(accepted: accepted, refused: refused) { Document.app().with([key: $0]) }
    }

    private static func widget(_ key: String, accepted: [String], refused: [String]) -> Place {
        Place(accepted: accepted, refused: refused) { .app(widget: Document.widget.with([key: $0])) }
    }

    private static let long = String(repeating: "a", count: 501)

    private static let versions = quoted("17", "17.0", "2.4.1.77", "3.0-beta.2", "0", "1.0-0-x")
    private static let noVersions =
        quoted("", "17.", ".1", "17.04", "v17", "1.0+5", "1.0-", "1.0-a..b", "1.0-ä") + [
            "17", "17.0", "null",
        ]
    private static let locales = quoted(
        "ja",
        "yue",
        "pt-BR",
        "pt_BR",
        "zh-Hant-TW",
        "es-419",
        "en_US_POSIX",
        "ja_JP@calendar=japanese",
        "th-TH-u-ca-buddhist",
        "sr-latn"
    )
    private static let noLocales =
        quoted("", "j", "english", "ja-", "ja_jap", "-JP", "ja JP", "j1", "@x") + ["1"]

    private static let appPlaces = [
        app("$schema", accepted: quoted("app.schema.json"), refused: ["1"]),
        app("nmae", accepted: [], refused: quoted("x")),
        app("name", accepted: quoted("端末", "a b"), refused: quoted("", "  ", "a\\nb", long) + ["1", "null"]),
        app(
            "approvals",
            accepted: [
                #"{"flag set": {}}"#,
                #"{"apply": {"count": 10, "roles": ["admin", "approver"], "hours": 720}}"#,
            ],
            refused: [
                "{}", "[]", "null", #"{"kill": {}}"#, #"{"rollout pause": {}}"#, #"{"rollout halt": {}}"#,
                #"{"rollout.start": {}}"#, #"{"flag set": {"count": 0}}"#, #"{"flag set": {"count": 11}}"#,
                #"{"flag set": {"count": 1.5}}"#, #"{"flag set": {"roles": []}}"#,
                #"{"flag set": {"roles": ["admin", "admin"]}}"#, #"{"flag set": {"roles": ["owner"]}}"#,
                #"{"flag set": {"hours": 0}}"#, #"{"flag set": {"hours": 721}}"#,
                #"{"flag set": {"days": 1}}"#,
            ]
        ),
        app(
            "bundleID",
            accepted: quoted("com.example", "com.example.My-App2"),
            refused: quoted("com", "com.", ".com", "com..a", "com.a_b", "com.ä", "com." + long)
        ),
        app(
            "appGroup",
            accepted: quoted("group.com.example", "group.a.b.c"),
            refused: quoted("group", "group.com", "com.example.app", "group.com.", "Group.com.example")
        ),
        app("minimumOS", accepted: versions, refused: noVersions + quoted(" 1", ">=1")),
        app("urlScheme", accepted: quoted("a", "a+b.c-1"), refused: quoted("", "A", "1a", "a://", "a_b")),
        app(
            "locales",
            accepted: locales.map { "[\($0)]" },
            refused: noLocales.map { "[\($0)]" } + ["[]", #"["en", "en"]"#, #""en""#]
        ),
        Place(
            accepted: ["W", "a.b_c-1", String(repeating: "a", count: 128)],
            refused: ["", "1a", "_a", "a b", "ä", String(repeating: "a", count: 129)]
        ) { Document.app().with(["widgets": "{\"\($0)\": \(Document.widget.text)}"]) },
        app("widgets", accepted: [], refused: ["{}", "[]", #"{"HomeWidget": 1}"#]),
        widget("familes", accepted: [], refused: ["[]"]),
        widget(
            "families",
            accepted: [#"["accessoryCorner"]"#],
            refused: ["[]", #"["systemTiny"]"#, #"["systemSmall", "systemSmall"]"#, #""systemSmall""#]
        ),
        widget(
            "flags",
            accepted: [],
            refused: ["[]", #"["Widget"]"#, #"["a-b"]"#, #"["a__b"]"#, #"["a_"]"#, "[1]"]
        ),
        widget(
            "whenDisabled",
            accepted: quoted("placeholder", "lastEntry", "emblem"),
            refused: quoted("Emblem")
        ),
        widget("timeline", accepted: timelines, refused: noTimelines),
        widget(
            "dates",
            accepted: [
                "[]", #"[{"id": "a", "style": "timer", "family": "systemSmall"}]"#,
                #"[{"id": "a", "pattern": "d", "family": "systemSmall"}]"#,
                dateWith(#""locale": "en_US_POSIX", "calendar": "gregorian", "shows": "event""#),
                dateWith(
                    #""time": "00:00", "zone": "Africa/Cairo", "expects": ["latinDigits", "plainSpaces"]"#
                ),
                dateWith(
                    #""text": {"en": "Today, {date}"}, "fontSize": 12, "lines": 2, "minimumScale": 0.5"#
                ),
            ],
            refused: [
                dateWith(#""locale": """#), dateWith(#""calendar": "lunar""#), dateWith(#""shows": "later""#),
                dateWith(#""time": "24:00""#), dateWith(#""time": "7:00""#),
                dateWith(#""zone": "Africa/Cairo""#),
                dateWith(#""expects": []"#), dateWith(#""expects": ["latinDigits", "latinDigits"]"#),
                dateWith(#""text": {}"#), dateWith(#""text": {"en": "Today"}"#),
                dateWith(#""text": {"j": "{date}"}"#),
                dateWith(#""fontSize": 7"#), dateWith(#""fontSize": 12.5"#), dateWith(#""lines": 11"#),
                dateWith(#""minimumScale": 0"#), dateWith(#""minimumScale": 1.5"#),
                "{}", "[1]", #"[{"id": "a", "style": "timer"}]"#,
                #"[{"style": "timer", "family": "systemSmall"}]"#,
                #"[{"id": "a", "family": "systemSmall"}]"#,
                #"[{"id": "", "style": "timer", "family": "systemSmall"}]"#,
                #"[{"id": "a", "style": "timer", "pattern": "d", "family": "systemSmall"}]"#,
                #"[{"id": "a", "style": "", "family": "systemSmall"}]"#,
                #"[{"id": "a", "style": "timer", "family": "small"}]"#,
                #"[{"id": "a", "style": "timer", "family": "systemSmall", "x": 1}]"#,
            ]
        ),
        widget(
            "images",
            accepted: [
                "[]", #"[{"id": "a", "size": [1, 8192], "family": "systemSmall"}]"#,
                #"[{"id": "a", "recipe": "small", "family": "systemSmall", "perEntry": 100, "dimmed": true}]"#,
            ],
            refused: [
                "{}", "[1]", #"[{"id": "a", "family": "systemSmall"}]"#,
                #"[{"id": "a", "size": [480, 480]}]"#, #"[{"size": [480, 480], "family": "systemSmall"}]"#,
                #"[{"id": "a", "size": [480], "family": "systemSmall"}]"#,
                #"[{"id": "a", "size": [480, 480, 4], "family": "systemSmall"}]"#,
                #"[{"id": "a", "size": [480, 0], "family": "systemSmall"}]"#,
                #"[{"id": "a", "size": [480, 8193], "family": "systemSmall"}]"#,
                #"[{"id": "a", "size": [480, 480.5], "family": "systemSmall"}]"#,
                #"[{"id": "a", "recipe": "", "family": "systemSmall"}]"#,
                #"[{"id": "a", "recipe": "small", "size": [480, 480], "family": "systemSmall"}]"#,
                #"[{"id": "a", "recipe": "small", "family": "systemSmall", "perEntry": 0}]"#,
                #"[{"id": "a", "recipe": "small", "family": "systemSmall", "perEntry": 101}]"#,
                #"[{"id": "a", "recipe": "small", "family": "systemSmall", "dimmed": "small"}]"#,
                #"[{"id": "a", "recipe": "small", "family": "small"}]"#,
            ]
        ),
        widget(
            "refresh",
            accepted: ["{}", #"{"pushReloadsPerDay": 0}"#, #"{"pushReloadsPerDay": 500}"#],
            refused: [
                "[]", #"{"pushReloadsPerDay": -1}"#, #"{"pushReloadsPerDay": 501}"#, #"{"pushes": 1}"#,
                #"{"onTheClock": 1}"#, #"{"jitterMinutes": 1441}"#, #"{"jitterMinutes": 0.5}"#,
                #"{"foregroundReloadsPerDay": 501}"#, #"{"backgroundReloadsPerDay": "1"}"#,
            ]
        ),
        Place(
            accepted: [
                #"{"foregroundReloadsPerDay": 500, "backgroundReloadsPerDay": 0, "onTheClock": true, "#
                    + #""jitterMinutes": 1440}"#
            ],
            refused: [#"{"foregroundReloadsPerDay": true}"#, #"{"onTheClock": "yes"}"#]
        ) { .app(widget: Document.widget.with(["timeline": timelines[3], "refresh": $0])) },
        widget(
            "standBy",
            accepted: ["{}", #"{"shown": false}"#],
            refused: ["[]", #"{"shown": 1}"#, #"{"drops": []}"#, #"{"drops": "a"}"#, #"{"hides": ["a"]}"#]
        ),
    ]

    private static let timelines = [
        #"{"pattern": "static", "entries": 1}"#,
        #"{"pattern": "timer", "entries": 1000, "entrySpacingMinutes": 1440, "nextTimelineAfterMinutes": 10080}"#,
        #"{"pattern": "appDriven", "entries": 1, "reloadsOn": ["favoriteChanged"]}"#,
        #"{"pattern": "timerWithAppReloads", "entries": 1, "nextTimelineAfterMinutes": 1, "reloadsOn": ["a"]}"#,
    ]

    private static let noTimelines = [
        "1", "{}", #"{"entries": 1}"#, #"{"pattern": "static"}"#, #"{"pattern": "hourly", "entries": 1}"#,
        #"{"pattern": "static", "entries": 1, "x": 1}"#, #"{"pattern": "static", "entries": 0}"#,
        #"{"pattern": "static", "entries": 1001, "entrySpacingMinutes": 1}"#,
        #"{"pattern": "static", "entries": "1"}"#,
        #"{"pattern": "static", "entries": 2, "entrySpacingMinutes": 30}"#,
        #"{"pattern": "static", "entries": 1, "entrySpacingMinutes": 30}"#,
        #"{"pattern": "static", "entries": 1, "nextTimelineAfterMinutes": 30}"#,
        #"{"pattern": "static", "entries": 1, "reloadsOn": ["a"]}"#,
        #"{"pattern": "timer", "entries": 1}"#,
        #"{"pattern": "timer", "entries": 2, "nextTimelineAfterMinutes": 30}"#,
        #"{"pattern": "timer", "entries": 2, "nextTimelineAfterMinutes": 30, "entrySpacingMinutes": 0}"#,
        #"{"pattern": "timer", "entries": 2, "nextTimelineAfterMinutes": 30, "entrySpacingMinutes": 1441}"#,
        #"{"pattern": "timer", "entries": 1, "nextTimelineAfterMinutes": 10081}"#,
        #"{"pattern": "timer", "entries": 1, "nextTimelineAfterMinutes": 30, "reloadsOn": ["a"]}"#,
        #"{"pattern": "appDriven", "entries": 1}"#,
        #"{"pattern": "appDriven", "entries": 1, "reloadsOn": []}"#,
        #"{"pattern": "appDriven", "entries": 1, "reloadsOn": [""]}"#,
        #"{"pattern": "appDriven", "entries": 1, "reloadsOn": ["a", "a"]}"#,
        #"{"pattern": "appDriven", "entries": 1, "reloadsOn": ["a"], "nextTimelineAfterMinutes": 30}"#,
        #"{"pattern": "timerWithAppReloads", "entries": 1, "reloadsOn": ["a"]}"#,
        #"{"pattern": "timerWithAppReloads", "entries": 1, "nextTimelineAfterMinutes": 30}"#,
    ]

    // MARK: Flags

    private static func flag(_ key: String, accepted: [String], refused: [String]) -> Place {
        Place(accepted: accepted, refused: refused) { Document.flag.with([key: $0]) }
    }

    private static func rule(_ key: String, accepted: [String], refused: [String]) -> Place {
        Place(accepted: accepted, refused: refused) { text in
            let name = key == "name" ? "" : "\"name\": \"a\", "
            let value = key == "value" ? "" : "\"value\": true, "
            return Document.flag.with(["rules": "[{\(name)\(value)\"\(key)\": \(text)}]"])
        }
    }

    private static func condition(_ key: String, accepted: [String], refused: [String]) -> Place {
        Place(accepted: accepted, refused: refused) {
            Document.flag.with([
                "rules": "[{\"name\": \"a\", \"value\": true, \"when\": {\"\(key)\": \($0)}}]"
            ])
        }
    }

    private static let ranges =
        versions
        + quoted(">=2.4 <2.6", "<3", ">2", "<=2.4", "=2", "==2", " >=2  <3 ", "<3 >2", ">=2-a <2")
    private static let noRanges = noVersions + quoted(" ", "=>2", ">= 2", "~2", "2.x", ">2, <3", "!2")

    private static let flagPlaces = [
        flag("$schema", accepted: quoted("flag.schema.json"), refused: ["{}"]),
        flag("defualt", accepted: [], refused: ["1"]),
        flag(
            "kind",
            accepted: quoted("permission", "experiment"),
            refused: quoted("Release", "release", "operational")
        ),
        flag(
            "type",
            accepted: quoted("boolean", "json"),
            refused: quoted("bool", "integer", "number", "string")
        ),
        flag("description", accepted: quoted("é"), refused: quoted("", " ", "a\\tb", long) + ["1"]),
        flag("owner", accepted: quoted("a"), refused: quoted("", long) + ["1"]),
        flag(
            "expires",
            accepted: quoted("2027-12-31"),
            refused: quoted("31.12.2027", "2027-1-1", "2027-12-31Z") + ["1"]
        ),
        flag("safe", accepted: [], refused: ["false"]),
        flag("widget", accepted: [], refused: quoted("1a", "a b") + ["1"]),
        flag("status", accepted: quoted("active", "off", "archived"), refused: quoted("on")),
        flag(
            "applies",
            accepted: quoted("at-once", "next-launch"),
            refused: quoted("nextLaunch", "") + ["true"]
        ),
        flag("default", accepted: ["true"], refused: ["0", "null", "\"false\""]),
        Place(
            accepted: [#""owner": "a", "expires": "2027-01-01""#],
            refused: [
                #""owner": "a""#, #""expires": "2027-01-01""#,
                #""owner": "a", "expires": "2027-01-01", "safe": false"#,
            ]
        ) { Document.flag.with(["kind": "\"release\", \($0)"]) },
        Place(accepted: ["false"], refused: ["0", "\"\""]) {
            Document.flag.with(["kind": "\"operational\"", "safe": $0])
        },
        Place(accepted: ["5", "-5"], refused: ["5.5", "\"5\"", "true"]) { .flag("integer", default: $0) },
        Place(accepted: ["5", "5.5"], refused: ["\"5\"", "true"]) { .flag("number", default: $0) },
        Place(accepted: ["\"\""], refused: ["5", "true"]) { .flag("string", default: $0) },
        Place(accepted: ["null", "[1]", "{}"], refused: []) { .flag("json", default: $0) },
        Place(accepted: ["6"], refused: ["true", "\"6\""]) {
            Document.flag("integer", default: "5").with(["rules": "[{\"name\": \"a\", \"value\": \($0)}]"])
        },
        Place(accepted: ["\"b\""], refused: ["true", "6"]) {
            Document.flag("string", default: "\"a\"").with([
                "apps": "{\"aurora\": {\"rollout\": {\"value\": \($0), \"schedule\": \"at-once\"}}}"
            ])
        },
        flag(
            "prerequisites",
            accepted: ["[]", #"[{"flag": "widget_enabled", "value": true}]"#],
            refused: [
                "{}", "[1]", #"[{"flag": "widget_enabled"}]"#, #"[{"value": true}]"#,
                #"[{"flag": "A", "value": true}]"#,
                #"[{"flag": "widget_enabled", "value": true, "x": 1}]"#,
            ]
        ),
        flag(
            "rules",
            accepted: ["[]", Document.rules(1000)],
            refused: ["{}", "[1]", "[{}]", #"[{"name": "a"}]"#, #"[{"value": true}]"#, Document.rules(1001)]
        ),
        rule("x", accepted: [], refused: ["1"]),
        rule(
            "name",
            accepted: quoted("a b"),
            refused: quoted("", " ", "default", "killed", "override", "rollout", long)
        ),
        rule("value", accepted: ["false"], refused: ["0"]),
        rule("when", accepted: [#"{"region": ["JP"]}"#], refused: ["{}", "[]", #"{"regions": ["JP"]}"#]),
        condition(
            "locale",
            accepted: locales.map { "[\($0)]" },
            refused: noLocales.map { "[\($0)]" } + ["[]", #"["ja", "ja"]"#]
        ),
        condition(
            "region",
            accepted: [#"["JP", "419"]"#],
            refused: ["[]", #"["jp"]"#, #"["JPN"]"#, #"["41"]"#, "[419]"]
        ),
        condition("appVersion", accepted: ranges, refused: noRanges),
        condition("build", accepted: ranges, refused: noRanges),
        condition("osVersion", accepted: ranges, refused: noRanges),
        condition(
            "device",
            accepted: [#"["iPhone15,2", "iPad*"]"#, #"["*"]"#],
            refused: ["[]", #"[""]"#, #"["*a"]"#, #"["a**"]"#]
        ),
        condition("family", accepted: [#"["systemSmall"]"#], refused: ["[]", #"["small"]"#]),
        condition("distribution", accepted: [#"["appStore", "testFlight"]"#], refused: ["[]", #"["beta"]"#]),
        condition("installation", accepted: [#"["A"]"#], refused: ["[]", #"[""]"#, "[1]", #"["A", "A"]"#]),
        condition(
            "attributes",
            accepted: [#"{"plan": ["a", 1, 0.5, false]}"#],
            refused: ["{}", "[]", #"{"plan": []}"#, #"{"plan": "a"}"#, #"{"plan": [null]}"#, #"{"": ["a"]}"#]
        ),
        flag(
            "rollout",
            accepted: [
                #"{"value": true, "schedule": "apple-phased", "salt": "a"}"#,
                #"{"value": true, "schedule": "at-once"}"#,
                #"{"value": true, "schedule": "0.5@0m,5%@12h,100@5d"}"#,
            ],
            refused: [
                "1", "{}", #"{"value": true}"#, #"{"schedule": "at-once"}"#,
                #"{"value": 1, "schedule": "at-once"}"#, #"{"value": true, "schedule": "at_once"}"#,
                #"{"value": true, "schedule": "5@0w"}"#, #"{"value": true, "schedule": "5@0d,"}"#,
                #"{"value": true, "schedule": "5@0d, 6@1d"}"#, #"{"value": true, "schedule": "5@+1d"}"#,
                #"{"value": true, "schedule": "-5@1d"}"#, #"{"value": true, "schedule": ".5@1d"}"#,
                #"{"value": true, "schedule": "5"}"#, #"{"value": true, "schedule": "at-once", "salt": ""}"#,
                #"{"value": true, "schedule": "at-once", "x": 1}"#,
            ]
        ),
        flag(
            "apps",
            accepted: [
                "{}", #"{"minimal": {"default": true, "status": "off", "rules": [], "prerequisites": []}}"#,
            ],
            refused: [
                "[]", #"{"minimal": {}}"#, #"{"minimal": 1}"#, #"{"minimal": {"kind": "release"}}"#,
                #"{"minimal": {"defualt": true}}"#, #"{"minimal": {"default": 1}}"#,
                #"{"all": {"default": true}}"#,
                #"{"Minimal": {"default": true}}"#, #"{"mini__mal": {"default": true}}"#,
                #"{"minimal": {"rules": [{"name": "a", "value": 1}]}}"#,
            ]
        ),
    ]
}

/// A list of one date with some more members.
private func dateWith(_ members: String) -> String {
    #"[{"id": "a", "pattern": "d", "family": "systemSmall", \#(members)}]"#
}
