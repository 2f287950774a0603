import BundleSamples
import ConfigBundle
import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport
@testable import WidgetGating

@Suite("The gate of a widget extension")
struct WidgetGateTests {
    let sample: KeptSample
    let app: AppID
    let lock: WidgetKind
    /// Noon by the server, a second earlier by the device.
    let noon: Instant

    init() throws {
        sample = try KeptSample()
        app = try AppID("minimal-wallpapers")
        lock = try WidgetKind("Lock")
        noon = try Instant(parsing: "2026-12-01T11:59:59Z")
    }

    private let timeline = Timeline(
        pattern: .timer,
        entries: 6,
        entrySpacingMinutes: 30,
        nextTimelineAfterMinutes: 180
    )

    /// A widget gated by one flag, which gives true to everyone.
    private func configuration(
        revision: Int64 = 50,
        flags: [Flag]? = nil,
        kills: [Kill] = []
    ) throws -> AppConfiguration {
        let gate = try FlagKey("lock_enabled")
        return try AppConfiguration(
            app: app,
            revision: revision,
            flags: flags ?? [Flag(key: gate, defaultValue: .boolean(true))],
            widgets: [
                Widget(
                    kind: lock,
                    families: [.accessoryCircular, .accessoryRectangular],
                    flags: [gate],
                    timeline: timeline,
                    whenDisabled: .emblem
                )
            ],
            kills: kills
        )
    }

    private func keep(_ bytes: [UInt8], revision: Int64 = 50, key: UInt8 = 1) throws {
        let signed = try SignedSample(bundle: bytes, revision: revision, keys: [.sample(key)])
        let kept = KeptBundle(
            app: app,
            revision: revision,
            bytes: bytes,
            fields: signed.fields,
            entityTag: nil,
            clock: ServerClock(server: noon.adding(seconds: 1), device: noon)
        )
        #expect(try sample.file.write(kept) == .written)
    }

    private func gate(
        embedded: AppConfiguration? = nil,
        caller: Context = Context()
    ) throws -> WidgetGate {
        WidgetGate(
            in: AppGroupDirectory(path: sample.directory.path),
            app: app,
            trust: .signed(by: [try .sample(1)]),
            embedded: { embedded?.bundleBytes },
            caller: caller
        )
    }

    // MARK: - Widgets

    @Test("lets a widget show and reload by its timeline when nothing silences it")
    func enabled() throws {
        try keep(configuration().bundleBytes)
        let gate = try gate()
        #expect(gate.source == .kept && gate.revision == 50 && gate.faults.isEmpty)
        let answer = gate.widget(lock, family: .accessoryCircular, at: noon)
        #expect(answer == WidgetAnswer(reason: .enabled, timeline: timeline, instead: nil))
        #expect(answer.mayShow && answer.mayReload)
    }

    static let kills: [(Kill.Target?, locale: String?, family: WidgetFamily, asks: String?, silenced: Bool)] =
        [
            (nil, nil, .accessoryCircular, nil, true),
            (nil, "ja", .accessoryCircular, "ja_JP", true),
            (nil, "ja", .accessoryCircular, "en_JP", false),
            // The caller's own locale, German, counts where the question names none.
            (nil, "de", .accessoryCircular, nil, true),
            (nil, "de", .accessoryCircular, "ja", false),
            (.app, nil, .accessoryRectangular, nil, true),
        ]

    @Test("silences a killed widget in the locales and families that are meant", arguments: kills.indices)
    func killed(index: Int) throws {
        let test = Self.kills[index]
        let scope = Kill.Scope(locales: try test.locale.map { [try LocaleTag(parsing: $0)] })
        let target = test.0 ?? .families(lock, [.accessoryCircular])
        try keep(configuration(kills: [Kill(target: target, scope: scope, revision: 49)]).bundleBytes)
        let gate = try gate(caller: Context(locale: LocaleTag(parsing: "de")))
        let asked = try test.asks.map { try LocaleTag(parsing: $0) }
        let answer = gate.widget(lock, family: test.family, locale: asked, at: noon)
        #expect(answer.reason == (test.silenced ? .killed(revision: 49) : .enabled))
        #expect(answer.instead == (test.silenced ? .emblem : nil))
        #expect(answer.mayShow != test.silenced && answer.mayReload != test.silenced)
        let other = gate.widget(lock, family: .accessoryRectangular, locale: asked, at: noon)
        #expect(other.mayShow == (target != .app))
    }

    @Test("silences a widget whose flag does not decide true, and says which and why")
    func gated() throws {
        let flag = Flag(key: try FlagKey("lock_enabled"), status: .off, defaultValue: .boolean(false))
        try keep(configuration(flags: [flag]).bundleBytes)
        let answer = try gate().widget(lock, family: .accessoryCircular, at: noon)
        let decision = Decision(value: .boolean(false), reason: .disabled)
        #expect(answer.reason == .gated(by: flag.key, decision))
        #expect(answer.instead == .emblem && !answer.mayReload)
    }

    @Test("says nothing against a widget that the bundle does not have")
    func unknown() throws {
        try keep(configuration().bundleBytes)
        let answer = try gate().widget(WidgetKind("New"), family: .systemSmall, at: noon)
        #expect(answer == WidgetAnswer(reason: .unknown, timeline: nil, instead: nil))
    }

    @Test("shows a placeholder for what the server has written so that it cannot be read")
    func unreadable() throws {
        let text = String(decoding: try configuration().bundleBytes, as: UTF8.self)
        try keep(Array(text.replacing(#""pattern":"timer""#, with: #""pattern":"lunar""#).utf8))
        let answer = try gate().widget(lock, family: .accessoryCircular, at: noon)
        guard case .unreadable(let reason) = answer.reason else {
            Issue.record("\(answer.reason)")
            return
        }
        #expect(reason.contains("widgets.Lock.timeline.pattern: unknown timeline pattern \"lunar\""))
        #expect(answer.instead == .placeholder && !answer.mayShow)
    }

    // MARK: - Flags

    @Test("gives the value of a flag of any type, by its type, and why")
    func flags() throws {
        let values: [FlagValue] = [
            .boolean(true), .integer(-7), .number(0.5), .string("é"), .json(["a": [1, .null]]),
        ]
        let flags = try values.map { Flag(key: try FlagKey("a_\($0.type)"), defaultValue: $0) }
        let gate = Flag(key: try FlagKey("lock_enabled"), defaultValue: .boolean(true))
        try keep(configuration(flags: flags + [gate]).bundleBytes)
        let opened = try self.gate()
        func value(_ key: String) throws -> FlagValue? { try opened.decide(FlagKey(key), at: noon)?.value }
        #expect(try value("a_boolean")?.booleanValue == true)
        #expect(try value("a_integer")?.integerValue == -7)
        #expect(try value("a_number")?.numberValue == 0.5)
        #expect(try value("a_string")?.stringValue == "é")
        #expect(try value("a_json")?.jsonValue == ["a": [1, .null]])
        #expect(try value("a_string")?.jsonValue == nil && value("a_json")?.stringValue == nil)
        #expect(try value("a_boolean")?.integerValue == nil && value("a_integer")?.numberValue == nil)
        #expect(try value("a_integer")?.booleanValue == nil)
        #expect(try value("a") == nil)
        #expect(try opened.decide(gate.key, at: noon)?.reason == .default)
    }

    // MARK: - Where the answers come from

    @Test("uses the bundle that came with the app while there is no other, and then the other, however old")
    func embedded() throws {
        let kill = Kill(target: .app, scope: .everyone, revision: 60)
        let embedded = try configuration(revision: 60, kills: [kill])
        let first = try gate(embedded: embedded)
        #expect(first.source == .embedded && first.revision == 60 && first.faults.isEmpty)
        #expect(first.confirmedAt == nil && first.age(at: noon) == nil)
        #expect(first.widget(lock, family: .accessoryCircular, at: noon).reason == .killed(revision: 60))
        try keep(configuration(revision: 50).bundleBytes)
        let second = try gate(embedded: embedded)
        #expect(second.source == .kept && second.revision == 50)
        #expect(second.widget(lock, family: .accessoryCircular, at: noon).mayShow)
    }

    @Test("says nothing against anything, without a bundle, and says what was wrong with those there are")
    func none() throws {
        try keep(configuration().bundleBytes, key: 2)
        let gate = WidgetGate(
            in: AppGroupDirectory(path: sample.directory.path),
            app: app,
            trust: .signed(by: [try .sample(1)]),
            embedded: { Array("{".utf8) },
            caller: Context()
        )
        #expect(gate.source == .none && gate.revision == nil)
        #expect(gate.widget(lock, family: .accessoryCircular, at: noon) == .unknown)
        #expect(try gate.decide(FlagKey("lock_enabled"), at: noon) == nil)
        #expect(
            gate.faults.map(\.cause) == [
                .refused(.unknownKey([try BundleKey.sample(2).id])),
                .refused(.notJSON("line 1, column 2: expected a key in double quotes")),
            ]
        )
    }

    @Test("uses the bundle before the newest when that one is damaged")
    func previous() throws {
        try keep(configuration(revision: 49).bundleBytes, revision: 49)
        try keep(configuration(revision: 50).bundleBytes, revision: 50)
        try Data("nonsense".utf8).write(to: URL(filePath: sample.file.paths.current))
        let gate = try gate(embedded: configuration(revision: 1))
        #expect(gate.source == .kept && gate.revision == 49)
        #expect(gate.faults.map(\.cause) == [.corrupt("it does not begin as it should")])
    }

    @Test("uses the bundle before the newest when that one is of a format to come")
    func newerFormat() throws {
        try keep(configuration(revision: 49).bundleBytes, revision: 49)
        let text = String(decoding: try configuration(revision: 50).bundleBytes, as: UTF8.self)
        try keep(Array(text.replacing(#""format":1"#, with: #""format":2"#).utf8), revision: 50)
        let gate = try gate()
        #expect(gate.revision == 49 && gate.faults.map(\.cause) == [.refused(.unknownFormat(2))])
    }

    // MARK: - Time

    @Test("knows how old its bundle is by the server's clock, whatever the device's was set to")
    func age() throws {
        try keep(configuration().bundleBytes)
        let gate = try gate()
        #expect(gate.confirmedAt == noon.adding(seconds: 1))
        #expect(gate.age(at: noon) == .zero)
        #expect(gate.age(at: noon.adding(seconds: 90)) == .seconds(90))
        #expect(gate.age(at: noon.adding(seconds: -365 * 86_400)) == .zero)
        #expect(gate.age(at: noon.adding(seconds: 365 * 86_400)) == .seconds(365 * 86_400))
    }

    /// A stage begins a minute after the bundle was confirmed.
    @Test(
        "passes from stage to stage by the server's clock, and never back behind when the bundle was confirmed",
        arguments: [(0, false), (58, false), (60, true), (-365 * 86_400, false), (365 * 86_400, true)]
    )
    func stages(seconds: Int64, isEnrolled: Bool) throws {
        let start = noon.adding(seconds: 61)
        let stage = Stage(from: start, percent: .all)
        let flag = Flag(
            key: try FlagKey("lock_enabled"),
            defaultValue: .boolean(false),
            rollout: PhasedRollout(value: .boolean(true), salt: "s", stages: [stage])
        )
        try keep(configuration(flags: [flag]).bundleBytes)
        let gate = try gate()
        let device = noon.adding(seconds: seconds)
        #expect(gate.widget(lock, family: .accessoryCircular, at: device).mayShow == isEnrolled)
        #expect(try gate.decide(flag.key, at: device)?.value == .boolean(isEnrolled))
    }

    @Test("holds kills whatever the clock says", arguments: [-1, 0, 1] as [Int64])
    func killsAndClocks(years: Int64) throws {
        try keep(configuration(kills: [Kill(target: .app, scope: .everyone, revision: 49)]).bundleBytes)
        let device = noon.adding(seconds: years * 365 * 86_400)
        #expect(try gate().widget(lock, family: .accessoryCircular, at: device).mayShow == false)
    }
}
