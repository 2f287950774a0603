import Definitions
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("The stored form of definitions") struct StoredFormTests {
    private static var shipped: Definitions {
        get throws { try Definitions(DefinitionFile.all(below: Repository.path)) }
    }

    /// Takes a value through text, as the store does.
    private func stored(_ json: JSON) throws -> (field: JSONField, findings: Findings) {
        let findings = Findings(unknownKeys: .refuse)
        return (JSONField(try JSON(parsing: json.canonicalBytes), findings: findings), findings)
    }

    private func expectRoundTrip(_ app: Definitions.App) throws {
        let (field, findings) = try stored(app.profile.json)
        #expect(AppProfile(field, id: app.profile.id) == app.profile)
        #expect(findings.all == [])
        let types = Dictionary(uniqueKeysWithValues: app.flags.map { ($0.key, $0.type) })
        for flag in app.flags {
            let (field, findings) = try stored(flag.json)
            #expect(FlagDefinition(field, key: flag.key, types: types) == flag)
            #expect(findings.all == [])
        }
    }

    @Test("What is stored of the shipped definitions reads back equal")
    func shipped() throws {
        for app in try Self.shipped.apps { try expectRoundTrip(app) }
    }

    @Test("What others have to approve reads back equal")
    func approvals() throws {
        let approvals = """
            {"rollout start": {"count": 2, "roles": ["approver", "admin"], "hours": 48}, "flag set": {}}
            """
        let app = Document.app().with(["approvals": approvals]).text
        let definitions = try Definitions(
            files(apps: ["minimal-wallpapers": app], flags: ["widget_enabled": Document.flag.text])
        )
        try expectRoundTrip(definitions.apps[0])
        #expect(
            definitions.apps[0].profile.approvals.words
                == "rollout start 2 approvals by approver or admin, flag set 1 approval"
        )
    }

    @Test("Every key that there is reads back equal")
    func everything() throws {
        let widget = Document.widget.with([
            "families": #"["systemSmall", "accessoryInline"]"#,
            "timeline": """
            {"pattern": "timerWithAppReloads", "entries": 3, "entrySpacingMinutes": 7,
             "nextTimelineAfterMinutes": 90, "reloadsOn": ["favoriteChanged", "端末"]}
            """,
            "dates": """
            [{"id": "a", "template": "MMMd", "family": "systemSmall"},
             {"id": "b", "pattern": "'day' d", "family": "systemSmall"},
             {"id": "c", "style": "timer", "family": "accessoryInline"}]
            """,
            "images": """
            [{"id": "d", "size": [480, 8192], "family": "systemSmall", "perEntry": 3, "dimmed": true},
             {"id": "e", "recipe": "small", "family": "systemSmall"}]
            """,
            "refresh": """
            {"foregroundReloadsPerDay": 0, "backgroundReloadsPerDay": 1, "pushReloadsPerDay": 500,
             "onTheClock": true, "jitterMinutes": 1440}
            """,
            "standBy": #"{"shown": false, "drops": ["c", "d"]}"#,
        ])
        let when = """
            {"locale": ["ja", "zh_Hant_TW"], "region": ["JP"], "appVersion": ">=2.4 <3.0-beta.2", "build": "==77",
             "osVersion": "<=18.0", "device": ["iPad*"], "family": ["systemSmall"], "distribution": ["testFlight"],
             "installation": ["6F9619FF"], "attributes": {"plan": ["premium", 3, true, 0.5, -1e300], "a b": [1]}}
            """
        let flags = [
            "widget_enabled": Document.flag.with([
                "kind": #""release""#, "owner": #""widgets""#, "expires": #""2028-02-29""#,
                "widget": #""HomeWidget""#, "status": #""off""#, "applies": #""next-launch""#,
            ]).text,
            "operational": Document.flag("number", default: "2").with([
                "kind": #""operational""#, "safe": "2",
                "applies": #""next-launch""#,
                "prerequisites":
                    #"[{"flag": "widget_enabled", "value": true}, {"flag": "list", "value": [null]}]"#,
                "rules":
                    "[{\"name\": \"a\", \"when\": \(when), \"value\": 1.25}, {\"name\": \"b\", \"value\": 3}]",
            ]).text,
            "list": Document.flag("json", default: #"{"a": [1, 1.5, {"b": null}]}"#).with([
                "applies": #""next-launch""#,
                "rollout": #"{"value": ["x"], "schedule": "0.5@0d,100@90m", "salt": "list-2"}"#,
            ]).text,
        ]
        let definitions = try Definitions(
            files(apps: ["aurora": Document.app(widget: widget).text], flags: flags)
        )
        try expectRoundTrip(try #require(definitions.apps.first))
    }

    @Test("What is left out reads as its default, except that saying nothing of StandBy is no promise")
    func defaults() throws {
        let widget = Document.widget.with([
            "timeline": #"{"pattern": "appDriven", "entries": 1, "reloadsOn": ["favoriteChanged"]}"#,
            "images": #"[{"id": "a", "recipe": "small", "family": "systemSmall"}]"#,
        ])
        func profile(_ widget: Document) throws -> WidgetProfile {
            let flags = ["widget_enabled": Document.flag.text]
            let app = try Definitions(
                files(apps: ["aurora": Document.app(widget: widget).text], flags: flags)
            )
            try expectRoundTrip(app.apps[0])
            return app.apps[0].profile.widgets[0]
        }
        let plain = try profile(widget)
        #expect(plain.refresh == RefreshDeclaration(foregroundReloadsPerDay: 4))
        #expect(plain.images[0].perEntry == 1)
        #expect(plain.images[0].isDimmable == false)
        #expect(plain.standBy == nil)
        #expect(try profile(widget.with(["standBy": "{}"])).standBy == StandByDeclaration())
        #expect(try profile(Document.widget).refresh == RefreshDeclaration())
    }

    @Test("A rollout gives the planned value, or the opposite of a boolean's default, or cannot be started")
    func rolloutValue() throws {
        let flags = try #require(try Self.shipped.apps.first { $0.profile.id.text == "minimal-wallpapers" })
            .flags
        func value(_ key: String) -> FlagValue?? { flags.first { $0.key.text == key }.map(\.rolloutValue) }
        #expect(value("widget_enabled") == .boolean(true))
        #expect(value("home_widget_enabled") == .boolean(true))
        #expect(value("daily_pick_categories") == .json(["seasonal", "nature", "abstract"]))
        #expect(value("tap_target") == .some(nil))
    }

    @Test("The salt of a rollout is app and flag, unless the flag names one")
    func salt() throws {
        let app = try AppID("aurora")
        let flags = [
            "widget_enabled": Document.flag.text,
            "salted": Document.flag.with([
                "rollout": #"{"value": true, "schedule": "at-once", "salt": "winter"}"#
            ]).text,
        ]
        let definitions = try Definitions(files(apps: ["aurora": Document.app().text], flags: flags))
        #expect(definitions.apps[0].flags.map { $0.salt(in: app) } == ["winter", "aurora/widget_enabled"])
    }
}
