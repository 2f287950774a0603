import DateFindings
import Definitions
import ReleaseDesk
import Rollout
import StrictJSON
import Testing

@Suite("An operation as JSON")
struct OperationTests {
    /// One of each kind and more, with the text that it must have.
    static func forms() throws -> [(text: String, operation: Operation)] {
        let aurora = AppSelection.named(["aurora"])
        let scope = try Kill.Scope(
            locales: [LocaleTag(parsing: "zh_TW"), LocaleTag(parsing: "ja")],
            appVersions: VersionRange(parsing: ">=2.4 <2.6"),
            osVersions: VersionRange(parsing: ">=18")
        )
        return try [
            (
                #"{"action":"kill","apps":"all","target":"app"}"#,
                .kill(KillOrder(), in: .all)
            ),
            (
                #"{"action":"kill","appVersions":">=2.4 <2.6","apps":["minimal","aurora"],"#
                    + #""families":["accessoryCircular","systemSmall"],"locales":["zh-TW","ja"],"osVersions":">=18","#
                    + #""target":"widget","widget":"Lock"}"#,
                .kill(
                    KillOrder(widget: "Lock", families: [.accessoryCircular, .systemSmall], scope: scope),
                    in: .named(["minimal", "aurora"])
                )
            ),
            (
                #"{"action":"restore","apps":["aurora"],"flag":"no such flag","target":"flag"}"#,
                .restore(KillOrder(flag: "no such flag"), everyScope: false, in: aurora)
            ),
            (
                #"{"action":"restore","apps":["aurora"],"everyScope":true,"target":"app"}"#,
                .restore(KillOrder(), everyScope: true, in: aurora)
            ),
            (
                #"{"action":"rollout start","apps":["aurora"],"flag":"enabled"}"#,
                .startRollout(of: "enabled", in: aurora)
            ),
            (
                #"{"action":"rollout start","apps":"all","flag":"enabled","schedule":"5@0d,100@36h","#
                    + #""start":"2026-12-01T00:00:00.250Z","value":"\"a\""}"#,
                .startRollout(
                    of: "enabled",
                    in: .all,
                    schedule: Schedule(parsing: "5@0d,100@36h"),
                    at: Instant(millisecondsSince1970: 1_796_083_200_250),
                    value: "\"a\""
                )
            ),
            (
                #"{"action":"rollout pause","apps":["aurora"],"flag":"enabled"}"#,
                .pauseRollout(of: "enabled", in: aurora)
            ),
            (
                #"{"action":"rollout resume","apps":["aurora"],"flag":"enabled"}"#,
                .resumeRollout(of: "enabled", in: aurora)
            ),
            (
                #"{"action":"rollout set","apps":["aurora"],"flag":"enabled","percent":0.25}"#,
                .setRollout(of: "enabled", to: Percent(0.25), in: aurora)
            ),
            (
                #"{"action":"rollout complete","apps":["aurora"],"flag":"enabled"}"#,
                .completeRollout(of: "enabled", in: aurora)
            ),
            (
                #"{"action":"rollout halt","apps":["aurora"],"flag":"enabled"}"#,
                .haltRollout(of: "enabled", in: aurora)
            ),
            (
                #"{"action":"flag set","apps":["aurora"],"flag":"spacing","value":"60"}"#,
                .setFlag("spacing", to: "60", in: aurora)
            ),
            (
                #"{"action":"flag unset","apps":["aurora"],"flag":"spacing"}"#,
                .unsetFlag("spacing", in: aurora)
            ),
            (#"{"action":"rollback","apps":"all","revision":0}"#, .rollBack(to: 0)),
            (#"{"action":"unschedule","id":57}"#, .unschedule(57)),
            (#"{"action":"approve","id":57}"#, .approve(57)),
            (#"{"action":"decline","id":57}"#, .decline(57)),
            (
                #"{"action":"check dates","apps":["aurora"],"faults":[{"app":"aurora","locale":"ja","#
                    + #""rules":["too-wide of day"],"widget":"Lock"}],"locales":["ja"],"widgets":["Home","Lock"]}"#,
                .gateDates(checkedDates())
            ),
        ]
    }

    private static func checkedDates() throws -> CheckedDates {
        try CheckedDates(
            DateReport(
                findings: (0..<2).map { _ in
                    try DateFinding(
                        subject: .init(
                            app: AppID("aurora"),
                            widget: WidgetKind("Lock"),
                            date: "day",
                            family: .accessoryCircular
                        ),
                        locale: LocaleTag(parsing: "ja"),
                        rule: .tooWide,
                        message: "is wrong"
                    )
                },
                samples: [],
                extent: .init()
            ),
            of: [AppID("aurora")],
            widgets: [WidgetKind("Lock"), WidgetKind("Home")],
            locales: [LocaleTag(parsing: "ja")]
        )
    }

    @Test("has one form, from which the same operation is read")
    func roundTrip() throws {
        for (text, operation) in try Self.forms() {
            #expect(operation.json.text == text)
            #expect(try Operation(JSON(parsing: Array(text.utf8))) == operation)
        }
    }

    @Test("carries definitions as their files have them")
    func definitions() throws {
        var sample = Sample()
        sample.change("spacing", "apps", ["minimal": ["default": 45]])
        let definitions = try sample.definitions()
        let operation = Operation.apply(definitions)
        let json: JSON = [
            "action": "apply",
            "definitions": ["Apps": .object(sample.apps), "Flags": .object(sample.flags)],
        ]
        #expect(operation.json == json)
        #expect(try Operation(json) == operation)
        let outcome = try Desk().now.perform(Operation(json), .plain)
        #expect(try outcome.changes == Desk().now.perform(operation, .plain).changes)
    }

    @Test("is told in words that fit a list")
    func words() throws {
        let words = try Self.forms().map(\.operation.words)
        #expect(
            words == [
                "kill the app in all apps",
                "kill Lock (accessoryCircular, systemSmall) for locale zh-TW, ja; app version >=2.4 <2.6; "
                    + "OS version >=18 in minimal, aurora",
                "restore flag no such flag in aurora", "restore every kill of the app in aurora",
                "rollout start enabled in aurora",
                "rollout start enabled with \"a\" by 5@0d,100@36h from 2026-12-01T00:00:00.250Z in all apps",
                "rollout pause enabled in aurora", "rollout resume enabled in aurora",
                "rollout set enabled to 0.25 % in aurora", "rollout complete enabled in aurora",
                "rollout halt enabled in aurora", "flag set spacing to 60 in aurora",
                "flag unset spacing in aurora", "rollback to revision 0 in all apps", "unschedule 57",
                "approve 57", "decline 57", "check dates of aurora",
            ]
        )
        let long = Operation.setFlag("target", to: String(repeating: "a", count: 61), in: .all)
        #expect(long.words == "flag set target to \(String(repeating: "a", count: 59))… in all apps")
        #expect(
            try Operation.apply(Sample().definitions()).words == "apply the definitions of 2 apps and 4 flags"
        )
    }

    @Test("exists for every action")
    func complete() throws {
        let actions = try Self.forms().map(\.operation.action) + [.apply]
        #expect(Set(actions) == Set(Operation.Action.allCases))
    }

    @Test(
        "is refused for anything else, with the place and what would be right",
        arguments: [
            ("[]", "action: missing"),
            ("{}", "action: missing"),
            (#"{"action":"kil"}"#, #"action: unknown action "kil"; did you mean "kill"?"#),
            (#"{"action":7}"#, "action: expected a string, found an integer"),
            (#"{"action":"kill","apps":"all"}"#, "target: missing"),
            (#"{"action":"kill","apps":"aurora","target":"app"}"#, "apps: expected an array, found a string"),
            (#"{"action":"kill","apps":[],"target":"app"}"#, "apps: must have at least one element"),
            (#"{"action":"kill","apps":["a","a"],"target":"app"}"#, "apps[1]: stands twice"),
            (
                #"{"action":"kill","apps":["a"],"target":"app","flag":"f"}"#,
                #"flag: goes with the target "flag", and with no other"#
            ),
            (
                #"{"action":"kill","apps":["a"],"target":"flag","flag":"f","families":["systemSmall"]}"#,
                #"families: goes with the target "widget", and with no other"#
            ),
            (#"{"action":"kill","apps":["a"],"target":"widget"}"#, "widget: missing"),
            (
                #"{"action":"kill","apps":["a"],"target":"app","everyScope":true}"#,
                "everyScope: unknown key"
            ),
            (
                #"{"action":"flag set","apps":["a"],"flag":"f","value":60}"#,
                "value: expected a string, found an integer"
            ),
            (
                #"{"action":"flag set","apps":["a"],"flag":"f","vale":"60"}"#,
                #"vale: unknown key; did you mean "value"?; value: missing"#
            ),
            (
                #"{"action":"rollout set","apps":["a"],"flag":"f","percent":250}"#,
                "percent: 250 is above 100"
            ),
            (
                #"{"action":"rollout start","apps":["a"],"flag":"f","start":"tonight"}"#,
                "start: "
            ),
            (#"{"action":"rollback","apps":"all","revision":-1}"#, "revision: -1 is below 0"),
            (#"{"action":"approve","id":0}"#, "id: 0 is below 1"),
            (#"{"action":"approve","id":"57"}"#, "id: expected an integer, found a string"),
            (
                #"{"action":"apply","definitions":{"Apps":{},"Flags":{}}}"#,
                "definitions: Apps: no app is defined"
            ),
            (
                #"{"action":"apply","definitions":{"Apps":{"a":{}},"Flags":{},"Thumbnails":{}}}"#,
                "definitions: definitions: Thumbnails: unknown key"
            ),
        ]
    )
    func badInput(text: String, complaint: String) throws {
        let json = try JSON(parsing: Array(text.utf8))
        let error = #expect(throws: DeskError.self) { try Operation(json) }
        #expect(error?.description.hasPrefix("the operation cannot be read: ") == true)
        #expect(error?.description.contains(complaint) == true, "\(error?.description ?? "")")
        #expect(error?.sort == .badInput)
    }
}

@Suite("What surrounds an operation, as JSON")
struct OperationAnswerTests {
    private func read<Value>(_ json: JSON, _ read: (JSONField) -> Value?) throws -> Value {
        let findings = Findings(unknownKeys: .refuse)
        let text = json.text
        let value = read(JSONField(try JSON(parsing: Array(text.utf8)), findings: findings))
        #expect(findings.all.isEmpty, "\(text)")
        return try #require(value)
    }

    @Test("an order says only what it asks for")
    func orders() throws {
        let full = ReleaseDesk.Order(
            reason: "r",
            isDryRun: true,
            allowsRemoval: true,
            liftsKills: true,
            at: Instant(millisecondsSince1970: 1_796_083_200_000)
        )
        #expect(
            full.json.text
                == #"{"allowRemoval":true,"at":"2026-12-01T00:00:00Z","dryRun":true,"liftKills":true,"reason":"r"}"#
        )
        #expect(ReleaseDesk.Order().json.text == "{}")
        for order in [full, ReleaseDesk.Order()] { #expect(try read(order.json) { .init($0) } == order) }
    }

    @Test("an outcome comes back as it was, changes included")
    func outcomes() throws {
        let desk = try Desk.open()
        let outcomes = [
            try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: .all), .plain),
            try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: .all), .plain),
            try desk.now.perform(.setFlag("spacing", to: "60", in: .all), .dryRun),
            try desk.now.perform(.rollBack(to: 1), .dryRun),
            try desk.now.perform(.restore(KillOrder(widget: "Lock"), everyScope: true, in: .all), .plain),
            try desk.now.perform(.kill(KillOrder(), in: .all), ReleaseDesk.Order(at: Desk.moment(1))),
        ]
        #expect(outcomes.map(\.changes.count) == [1, 0, 2, 1, 1, 1])
        #expect(outcomes[3].refusedLifts.count == 1)
        for outcome in outcomes { #expect(try read(outcome.json, Outcome.init) == outcome) }
    }

    @Test(
        "an error comes back as it was",
        arguments: [
            (.unknown(what: "app", name: "x", place: nil, known: ["a", "b"]), .notFound),
            (.unknown(what: "flag", name: "x", place: "aurora", known: []), .notFound),
            (.invalid("no"), .badInput),
            (.refused("not now\nnor then"), .refused),
            (.wouldRemove(["1", "2"]), .needsLeave),
            (.wouldLift(["1"], removals: []), .needsLeave),
            (.wouldLift(["1"], removals: ["2"]), .needsLeave),
        ] as [(DeskError, DeskError.Sort)]
    )
    func errors(error: DeskError, sort: DeskError.Sort) throws {
        #expect(try read(error.json) { DeskError($0) } == error)
        #expect(error.sort == sort)
    }

    @Test("an error with a member that is not its own is refused")
    func foreignMember() throws {
        let findings = Findings(unknownKeys: .refuse)
        let json: JSON = ["error": "invalid", "message": "m", "removals": []]
        _ = DeskError(JSONField(json, findings: findings))
        #expect(findings.all.map { "\($0.path): \($0.message)" } == ["removals: unknown key"])
    }
}
