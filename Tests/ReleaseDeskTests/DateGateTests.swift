import DateFindings
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("Kills by the check of dates")
struct DateGateTests {
    let desk: Desk
    let app: AppID
    let japanese: LocaleTag

    init() throws {
        desk = try Desk.open()
        app = try AppID("aurora")
        japanese = try LocaleTag(parsing: "ja")
    }

    private func finding(
        _ rule: DateRule,
        _ widget: String,
        _ locale: LocaleTag,
        severity: DateFinding.Severity? = nil,
        family: WidgetFamily = .accessoryCircular
    ) throws -> DateFinding {
        DateFinding(
            subject: .init(app: app, widget: try WidgetKind(widget), date: "day", family: family),
            locale: locale,
            rule: rule,
            severity: severity,
            message: "is wrong"
        )
    }

    private func checked(
        _ findings: [DateFinding],
        widgets: Set<WidgetKind>? = nil,
        locales: [LocaleTag]? = nil
    ) -> CheckedDates {
        let report = DateReport(findings: findings, samples: [], extent: .init())
        return CheckedDates(report, of: [app], widgets: widgets, locales: locales)
    }

    private var kills: [String] {
        get throws {
            try desk.state().kills.map { "\($0.record.target) \($0.record.scope) \($0.record.origin)" }
        }
    }

    @Test("silence each widget in each locale with an error, and say the rules")
    func kill() throws {
        let english = try LocaleTag(parsing: "en")
        let outcome = try desk.now.perform(
            .gateDates(
                checked([
                    finding(.weekYear, "Lock", japanese), finding(.tooWide, "Lock", japanese),
                    finding(.tooWide, "Home", english), finding(.hourCycle, "Home", japanese),
                ])
            ),
            .plain
        )
        #expect(try kills.sorted() == ["Home locale en dateCheck", "Lock locale ja dateCheck"])
        let lock = try #require(try desk.state().kills.first { "\($0.record.target)" == "Lock" }?.record)
        #expect(lock.reason == "date check: week-year of day, too-wide of day")
        #expect(outcome.notes.count == 2)
        #expect(outcome.changes.allSatisfy { $0.action == "check dates" && $0.reason == "because" })
    }

    @Test("are lifted when the check passes, and change nothing as long as it says the same")
    func lift() throws {
        let wrong = try checked([finding(.weekYear, "Lock", japanese)])
        _ = try desk.now.perform(.gateDates(wrong), .plain)
        #expect(try desk.now.perform(.gateDates(wrong), .plain).changes == [])
        let lifted = try desk.now.perform(.gateDates(checked([])), .plain)
        #expect(lifted.notes == ["aurora: restored Lock for locale ja: its dates pass"])
        #expect(try kills == [])
        #expect(try desk.now.perform(.gateDates(checked([])), .plain).changes == [])
    }

    @Test("say another rule when another is broken, as one change")
    func renewed() throws {
        _ = try desk.now.perform(.gateDates(checked([finding(.weekYear, "Lock", japanese)])), .plain)
        let outcome = try desk.now.perform(.gateDates(checked([finding(.tooWide, "Lock", japanese)])), .plain)
        #expect(outcome.changes.count == 1)
        #expect(try desk.state().kills.map(\.record.reason) == ["date check: too-wide of day"])
    }

    @Test("leave those that people made, whether or not the check agrees")
    func people() throws {
        let scope = Kill.Scope(locales: [japanese])
        _ = try desk.now.perform(
            .kill(KillOrder(widget: "Lock", scope: scope), in: .named(["aurora"])),
            .plain
        )
        _ = try desk.now.perform(.kill(KillOrder(widget: "Home"), in: .named(["aurora"])), .plain)
        let outcome = try desk.now.perform(
            .gateDates(checked([finding(.weekYear, "Lock", japanese)])),
            .plain
        )
        #expect(outcome.changes == [])
        #expect(outcome.notes == ["aurora: Lock for locale ja is killed already, at revision 11"])
        #expect(try desk.now.perform(.gateDates(checked([])), .plain).changes == [])
        #expect(try kills == ["Lock locale ja person", "Home everyone person"])
    }

    @Test("of what was not looked at stay")
    func partial() throws {
        let english = try LocaleTag(parsing: "en")
        _ = try desk.now.perform(
            .gateDates(checked([finding(.weekYear, "Lock", japanese), finding(.weekYear, "Home", english)])),
            .plain
        )
        _ = try desk.now.perform(
            .gateDates(checked([], widgets: [WidgetKind("Home")], locales: [japanese])),
            .plain
        )
        #expect(try kills.count == 2)
        _ = try desk.now.perform(.gateDates(checked([], widgets: [WidgetKind("Home")])), .plain)
        #expect(try kills == ["Lock locale ja dateCheck"])
        _ = try desk.now.perform(.gateDates(checked([], locales: [LocaleTag(parsing: "ja")])), .plain)
        #expect(try kills == [])
    }

    @Test("that are scheduled are made at their time, and lift nothing that was made since they were checked")
    func scheduled() throws {
        let english = try LocaleTag(parsing: "en")
        _ = try desk.now.perform(.gateDates(checked([finding(.weekYear, "Lock", english)])), .plain)
        let order = ReleaseDesk.Order(reason: "because", at: Desk.moment(5))
        let outcome = try desk.at(1).perform(
            .gateDates(checked([finding(.tooWide, "Home", japanese)])),
            order
        )
        guard case .time = outcome.waits else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try kills == ["Lock locale en dateCheck"])
        _ = try desk.at(2).perform(
            .gateDates(checked([finding(.tooWide, "Lock", japanese)], locales: [japanese])),
            .plain
        )
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == [nil])
        #expect(try kills.sorted() == ["Home locale ja dateCheck", "Lock locale ja dateCheck"])
    }

    /// What `restore` takes in aurora.
    private func apply(approvals: JSON?, locales: JSON? = nil) throws {
        var sample = Sample()
        sample.changeApp("aurora", "approvals", approvals)
        if let locales { sample.changeApp("aurora", "locales", locales) }
        _ = try desk.now.perform(.apply(sample.definitions()), .plain)
    }

    @Test("are made at once but stay where lifting one takes approval, with the command to ask for it")
    func fourEyes() throws {
        try apply(approvals: ["restore": [:]])
        let made = try desk.now.perform(.gateDates(checked([finding(.weekYear, "Lock", japanese)])), .plain)
        #expect(made.waits == nil && made.changes.count == 1)
        let passing = try desk.now.perform(.gateDates(checked([])), .plain)
        #expect(passing.changes == [] && passing.waits == nil)
        #expect(
            passing.warnings == [
                "aurora: Lock for locale ja stays killed: its dates pass, and restore needs 1 approval; ask for it with "
                    + "widgetctl restore aurora Lock --locale ja"
            ]
        )
        _ = try desk.now.perform(.gateDates(checked([])), ReleaseDesk.Order(at: Desk.moment(5)))
        _ = desk.at(5)
        #expect(try desk.tick().map(\.refusal) == [nil])
        #expect(try kills == ["Lock locale ja dateCheck"])
        try apply(approvals: nil)
        _ = try desk.now.perform(.gateDates(checked([])), .plain)
        #expect(try kills == [])
    }

    @Test("that a check confirms are not lifted by one that was scheduled before, and are confirmed once")
    func confirmed() throws {
        let wrong = try checked([finding(.weekYear, "Lock", japanese)])
        _ = try desk.now.perform(.gateDates(wrong), .plain)
        _ = try desk.at(1).perform(.gateDates(checked([])), ReleaseDesk.Order(at: Desk.moment(5)))
        #expect(try desk.at(2).perform(.gateDates(wrong), .plain).changes.count == 1)
        #expect(try desk.at(3).perform(.gateDates(wrong), .plain).changes == [])
        _ = desk.at(5)
        let due = try desk.tick()
        #expect(
            due.flatMap(\.warnings) == [
                "aurora: Lock for locale ja stays killed: it was killed or confirmed after the check; check again"
            ]
        )
        #expect(try kills == ["Lock locale ja dateCheck"])
    }

    @Test(
        "are not lifted by a check that was scheduled before the app was defined anew, and are made all the same"
    )
    func redefined() throws {
        _ = try desk.now.perform(.gateDates(checked([finding(.weekYear, "Lock", japanese)])), .plain)
        _ = try desk.at(1).perform(
            .gateDates(checked([finding(.tooWide, "Home", japanese)])),
            ReleaseDesk.Order(at: Desk.moment(5))
        )
        try apply(approvals: nil, locales: ["en", "ja", "ko"])
        _ = desk.at(5)
        #expect(
            try desk.tick().flatMap(\.warnings) == [
                "aurora: Lock for locale ja stays killed: defined anew after the check: app profile; check again"
            ]
        )
        #expect(try kills.sorted() == ["Home locale ja dateCheck", "Lock locale ja dateCheck"])
    }

    @Test("are lifted by a check that was scheduled, as long as nothing has changed")
    func scheduledLift() throws {
        _ = try desk.now.perform(.gateDates(checked([finding(.weekYear, "Lock", japanese)])), .plain)
        _ = try desk.now.perform(.gateDates(checked([])), ReleaseDesk.Order(at: Desk.moment(5)))
        _ = desk.at(5)
        #expect(try desk.tick().flatMap(\.warnings) == [])
        #expect(try kills == [])
    }

    @Test("of what the app does not have, or no longer, are refused and nothing is silenced")
    func unknown() throws {
        let cases: [(DateFinding, String, String)] = [
            (try finding(.weekYear, "Look", japanese), "widget", "Look"),
            (try finding(.weekYear, "Lock", LocaleTag(parsing: "fr")), "locale", "fr"),
        ]
        for (wrong, what, name) in cases {
            let error = #expect(throws: DeskError.self) {
                try desk.now.perform(
                    .gateDates(checked([wrong, finding(.tooWide, "Home", japanese)])),
                    .plain
                )
            }
            guard case .unknown(what, name, "aurora", _)? = error else {
                Issue.record("\(error.map { "\($0)" } ?? "no error")")
                continue
            }
        }
        #expect(try kills == [])
    }

    @Test(
        "are read only of what was looked at, and once",
        arguments: [
            ("", "", nil), ("", "", "the same"), (#""widgets":["Home"],"#, "", "not looked at"),
            ("", #""locales":["en"],"#, "not looked at"), ("", #""locales":["ja","en"],"#, nil),
        ]
    )
    func read(_ widgets: String, _ locales: String, _ fault: String?) throws {
        let place = #"{"app":"aurora","widget":"Lock","locale":"ja","rules":["too-wide of day"]}"#
        let text =
            #"{"action":"check dates","apps":["aurora"],"# + widgets + locales
            + #""faults":[\#(place)\#(fault == "the same" ? ",\(place)" : "")]}"#
        let json = try JSON(parsing: Array(text.utf8))
        guard let fault else {
            #expect(throws: Never.self) { try Operation(json) }
            return
        }
        let error = #expect(throws: DeskError.self) { try Operation(json) }
        let words = fault == "the same" ? "stands twice" : "is of what was not looked at"
        #expect(
            error?.description.contains("faults[\(fault == "the same" ? 1 : 0)]: \(words)") == true,
            "\(error.map { "\($0)" } ?? "")"
        )
    }

    @Test("are not made in a dry run")
    func dryRun() throws {
        let outcome = try desk.now.perform(
            .gateDates(checked([finding(.weekYear, "Lock", japanese)])),
            .dryRun
        )
        #expect(outcome.isDryRun && outcome.changes.count == 1)
        #expect(try kills == [])
    }

    @Test(
        "silence findings, as do all kills that spare everyone in the locale",
        arguments: [
            (KillOrder(), true), (KillOrder(widget: "Lock"), true), (KillOrder(widget: "Home"), false),
            (KillOrder(flag: "enabled"), true), (KillOrder(flag: "spacing"), false),
            (KillOrder(widget: "Lock", families: [.accessoryCircular]), true),
            (KillOrder(widget: "Lock", families: [.accessoryRectangular]), false),
        ]
    )
    func unsilenced(_ order: KillOrder, _ isSilenced: Bool) throws {
        let wrong = try finding(.weekYear, "Lock", japanese)
        #expect(try desk.state().unsilenced([wrong]) == [wrong])
        _ = try desk.now.perform(.kill(order, in: .named(["aurora"])), .plain)
        #expect(try desk.state().unsilenced([wrong]).isEmpty == isSilenced)
    }

    @Test("that spare only some in the locale silence no finding")
    func scopes() throws {
        let wrong = try finding(.weekYear, "Lock", japanese)
        for scope in [
            Kill.Scope(locales: [try LocaleTag(parsing: "ja-JP")]),
            Kill.Scope(appVersions: try VersionRange(parsing: "<3")),
            Kill.Scope(locales: [try LocaleTag(parsing: "ko")]),
        ] {
            _ = try desk.now.perform(
                .kill(KillOrder(widget: "Lock", scope: scope), in: .named(["aurora"])),
                .plain
            )
        }
        #expect(try desk.state().unsilenced([wrong]) == [wrong])
    }
}

extension DueReport {
    fileprivate var warnings: [String] {
        if case .made(let outcome) = result { outcome.warnings } else { [] }
    }
}
