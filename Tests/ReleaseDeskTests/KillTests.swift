import Definitions
import Foundation
import LiveState
import Rollout
import RolloutStore
import StrictJSON
import Testing

@testable import ReleaseDesk

@Suite("Kills at the desk")
struct KillTests {
    let desk: Desk
    let japanese: Kill.Scope

    init() throws {
        desk = try Desk.open()
        japanese = Kill.Scope(locales: [try LocaleTag(parsing: "ja")])
    }

    private func decision(_ widget: String, _ context: Context = Context(distribution: .testFlight)) throws
        -> WidgetDecision.Reason?
    {
        try desk.state().configuration().decide(WidgetKind(widget), for: context, at: Desk.moment(0))?.reason
    }

    @Test(
        "an app, a widget, some families and a flag are silenced, and nothing else",
        arguments: [
            (KillOrder(), "killed the app for everyone", "Home"),
            (KillOrder(widget: "Lock"), "killed Lock for everyone", "Lock"),
            (
                KillOrder(widget: "Lock", families: [.accessoryCircular]),
                "killed Lock (accessoryCircular) for everyone", "Lock"
            ),
            (KillOrder(flag: "enabled"), "killed flag enabled for everyone; it gives false", "Home"),
            (KillOrder(flag: "spacing"), "killed flag spacing for everyone; it gives 30", nil),
        ] as [(KillOrder, String, String?)]
    )
    func targets(_ order: KillOrder, _ note: String, _ silenced: String?) throws {
        let outcome = try desk.now.perform(.kill(order, in: .named(["aurora"])), .plain)
        #expect(outcome.notes == ["aurora: \(note)"])
        #expect(outcome.revision == 11)
        let context = Context(family: .accessoryCircular, distribution: .testFlight)
        if let silenced {
            #expect(try decision(silenced, context) != .enabled)
        } else {
            #expect(try decision("Home", context) == .enabled)
            #expect(try decision("Lock", context) == .enabled)
        }
        let everyone = Context(family: .accessoryRectangular, distribution: .testFlight)
        if order.families != nil { #expect(try decision("Lock", everyone) == .enabled) }
        #expect(try desk.state("minimal").kills.isEmpty)
    }

    @Test("one that is in force already changes nothing, and says who made it")
    func duplicate() throws {
        _ = try desk.now.perform(
            .kill(KillOrder(widget: "Lock", scope: japanese), in: .named(["aurora"])),
            .plain
        )
        let outcome = try desk.by("bo").perform(
            .kill(
                KillOrder(widget: "Lock", scope: japanese),
                in: .named(["aurora"])
            ),
            ReleaseDesk.Order(reason: "me too")
        )
        #expect(outcome.changes.isEmpty)
        #expect(
            outcome.notes == ["aurora: Lock is killed for locale ja already, at revision 11 by ana: because"]
        )
    }

    @Test(
        "locales and families that are given twice or in another order make the same kill, which can be read"
    )
    func repeated() throws {
        let ja = try LocaleTag(parsing: "ja")
        let twice = KillOrder(
            widget: "Lock",
            families: [.accessoryRectangular, .accessoryCircular, .accessoryCircular],
            scope: Kill.Scope(locales: [ja, ja])
        )
        _ = try desk.now.perform(.kill(twice, in: .named(["aurora"])), .plain)
        let once = KillOrder(
            widget: "Lock",
            families: [.accessoryCircular, .accessoryRectangular],
            scope: japanese
        )
        #expect(try desk.now.perform(.kill(once, in: .named(["aurora"])), .plain).changes.isEmpty)
        #expect(
            try desk.now.perform(.restore(once, everyScope: false, in: .named(["aurora"])), .plain).changes
                .count == 1
        )
        #expect(try desk.state().kills.isEmpty)
    }

    @Test("of all apps hit those that have the widget, and name the others")
    func allApps() throws {
        let outcome = try desk.now.perform(.kill(KillOrder(widget: "Lock"), in: .all), .plain)
        #expect(outcome.notes == ["aurora: killed Lock for everyone"])
        #expect(outcome.warnings == ["passed over: minimal has no widget \"Lock\"; there is Home"])
        let restored = try desk.now.perform(
            .restore(KillOrder(widget: "Lock"), everyScope: false, in: .all),
            .plain
        )
        #expect(restored.notes == ["aurora: restored Lock for everyone"])
        #expect(restored.warnings == ["passed over: minimal has no widget \"Lock\"; there is Home"])
    }

    @Test("of all apps take those families that an app has")
    func allFamilies() throws {
        let order = KillOrder(widget: "Lock", families: [.accessoryCircular, .systemSmall])
        #expect(
            try desk.now.perform(.kill(order, in: .all), .plain).notes == [
                "aurora: killed Lock (accessoryCircular) for everyone"
            ]
        )
        #expect(try desk.now.perform(.restore(order, everyScope: false, in: .all), .plain).changes.count == 1)
    }

    @Test("of what exists nowhere are refused with the nearest name")
    func unknown() throws {
        func complaint(_ order: KillOrder, _ apps: AppSelection) -> String? {
            #expect(throws: DeskError.self) { try desk.now.perform(.kill(order, in: apps), .plain) }?
                .description
        }
        #expect(
            complaint(KillOrder(widget: "Lokc"), .all)
                == "there is no widget \"Lokc\"; did you mean \"Lock\"?"
        )
        #expect(
            complaint(KillOrder(widget: "Lock"), .named(["minimal"]))
                == "minimal has no widget \"Lock\"; there is Home"
        )
        #expect(
            complaint(KillOrder(flag: "enable"), .named(["aurora"]))
                == "aurora has no flag \"enable\"; did you mean \"enabled\"?"
        )
        #expect(
            complaint(KillOrder(), .named(["aurorra"]))
                == "there is no app \"aurorra\"; did you mean \"aurora\"?"
        )
        #expect(
            complaint(KillOrder(widget: "Lock", families: [.systemSmall]), .named(["aurora"]))
                == "Lock of aurora has no family \"systemSmall\"; there is accessoryCircular, accessoryRectangular"
        )
        #expect(try desk.revision == 10)
    }

    @Test("for a locale that the app does not ship are made, with a warning")
    func unshippedLocale() throws {
        let order = KillOrder(widget: "Lock", scope: Kill.Scope(locales: [try LocaleTag(parsing: "fr_CA")]))
        let outcome = try desk.now.perform(.kill(order, in: .named(["aurora"])), .plain)
        #expect(outcome.changes.count == 1)
        #expect(
            outcome.warnings == [
                "aurora ships no localisation for fr-CA; the kill holds for devices set to it"
            ]
        )
    }

    @Test("for a country's code, where a language's belongs, are refused, and explained to nobody")
    func country() throws {
        let locale = try LocaleTag(parsing: "jp")
        let complaint = DeskError.invalid(
            "locale jp: \"jp\" is a country, and no language; did you mean \"ja\"?"
        )
        let order = KillOrder(widget: "Lock", scope: Kill.Scope(locales: [locale]))
        for apps in [AppSelection.all, .named(["aurora"])] {
            #expect(throws: complaint) { try desk.now.perform(.kill(order, in: apps), .plain) }
        }
        #expect(throws: complaint) {
            try desk.now.explain(
                app: "aurora",
                widget: "Lock",
                flag: nil,
                for: Context(locale: locale, distribution: .appStore)
            )
        }
        #expect(try desk.revision == 10)
    }

    @Test(
        "for a country's code are told the language that ICU has most people there speak",
        arguments: DeskError.languages.keys.sorted()
    )
    func spokenLanguage(_ country: String) throws {
        #expect(!Locale.LanguageCode.isoLanguageCodes.map(\.identifier).contains(country))
        let likely = Locale.Language(
            identifier: Locale.Language(identifier: "und-\(country)").maximalIdentifier
        )
        let parts = [likely.languageCode?.identifier, likely.script?.identifier].compactMap(\.self)
        let language = try #require(DeskError.languages[country])
        #expect(language == parts.first || language == parts.joined(separator: "-"))
    }

    @Test("are lifted by the scope they were made with; otherwise each is named with its command")
    func wrongScope() throws {
        _ = try desk.now.perform(
            .kill(KillOrder(widget: "Lock", scope: japanese), in: .named(["aurora"])),
            .plain
        )
        let builds = Kill.Scope(
            appVersions: try VersionRange(parsing: ">=2.4 <2.4.2"),
            osVersions: try VersionRange(parsing: "<18")
        )
        _ = try desk.now.perform(
            .kill(
                KillOrder(widget: "Lock", families: [.accessoryCircular], scope: builds),
                in: .named(["aurora"])
            ),
            .plain
        )
        _ = try desk.now.perform(.kill(KillOrder(flag: "enabled"), in: .named(["aurora"])), .plain)
        _ = try desk.now.perform(.kill(KillOrder(widget: "Home"), in: .named(["aurora"])), .plain)
        let refusal = #expect(throws: DeskError.self) {
            try desk.now.perform(
                .restore(KillOrder(widget: "Lock"), everyScope: false, in: .named(["aurora"])),
                .plain
            )
        }
        #expect(
            refusal?.description == """
                aurora: Lock is not killed for everyone
                aurora: still in force: Lock for locale ja (revision 11 by ana: because); lift it with widgetctl restore \
                aurora Lock --locale ja
                aurora: still in force: Lock (accessoryCircular) for app version >=2.4 <2.4.2; OS version <18 (revision \
                12 by ana: because); lift it with widgetctl restore aurora Lock --family accessoryCircular --app-version \
                '>=2.4 <2.4.2' --os-version '<18'
                aurora: still in force: flag enabled for everyone (revision 13 by ana: because); lift it with widgetctl \
                restore aurora --flag enabled
                """
        )
        let outcome = try desk.now.perform(
            .restore(
                KillOrder(widget: "Lock"),
                everyScope: true,
                in: .named(["aurora"])
            ),
            .plain
        )
        #expect(
            outcome.notes == [
                "aurora: restored Lock for locale ja",
                "aurora: restored Lock (accessoryCircular) for app version >=2.4 <2.4.2; OS version <18",
            ]
        )
        #expect(outcome.warnings.count == 1)
        #expect(outcome.warnings.first?.contains("flag enabled") == true)
        #expect(try desk.state().kills.map(\.revision) == [13, 14])
    }

    @Test("that are not there are nothing to lift")
    func nothing() throws {
        let outcome = try desk.now.perform(
            .restore(
                KillOrder(widget: "Lock"),
                everyScope: false,
                in: .named(["aurora"])
            ),
            .plain
        )
        #expect(outcome.changes.isEmpty)
        #expect(outcome.notes == ["aurora: Lock is not killed"])
    }

    @Test("are carried with who, when and why")
    func record() throws {
        _ = try desk.at(5).perform(.kill(KillOrder(), in: .named(["aurora"])), .plain)
        let record = try #require(try desk.state().kills.first?.record)
        #expect(record.actor == "ana")
        #expect(record.reason == "because")
        #expect(record.since == Desk.moment(5))
        #expect(record.origin == .person)
        let change = try #require(try desk.now.history(limit: 1).changes.first)
        #expect(change.subject == "the app for everyone")
        #expect([change.actor, change.action, change.reason] == ["ana", "kill", "because"])
    }

    @Test("explain no widget in a family that it does not have")
    func foreignFamily() throws {
        var context = Context(distribution: .appStore)
        context.family = .systemSmall
        let error = #expect(throws: DeskError.self) {
            try desk.now.explain(app: "aurora", widget: "Lock", flag: nil, for: context)
        }
        #expect(error?.description.hasPrefix("Lock of aurora has no family \"systemSmall\"") == true)
        // All of an app are explained whatever the family.
        #expect(try !desk.now.explain(app: "aurora", widget: nil, flag: nil, for: context).isEmpty)
    }

    @Test("explain a widget in every family that fares differently")
    func families() throws {
        _ = try desk.now.perform(
            .kill(
                KillOrder(widget: "Lock", families: [.accessoryCircular]),
                in: .named(["aurora"])
            ),
            .plain
        )
        let told = try desk.now.explain(
            app: "aurora",
            widget: "Lock",
            flag: nil,
            for: Context(distribution: .testFlight)
        )
        #expect(
            told.map { "\($0.title): \($0.verdict)" } == [
                "Lock: enabled", "Lock in accessoryCircular: disabled (killed at revision 11); shows emblem",
            ]
        )
    }
}
