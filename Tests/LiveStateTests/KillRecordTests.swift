import LiveState
import Rollout
import StrictJSON
import Testing

@Suite("A kill on record")
struct KillRecordTests {
    private static func record(_ target: Kill.Target, _ scope: Kill.Scope) throws -> KillRecord {
        KillRecord(
            target: target,
            scope: scope,
            reason: "date glitch\nsecond line \u{1B}[31m",
            actor: "ana",
            since: try Instant(parsing: "2026-12-01T00:00:00Z"),
            origin: .guard
        )
    }

    @Test("is the same after it was stored, whatever it silences for whom")
    func roundTrip() throws {
        let kind = try WidgetKind("WallpaperLockWidget")
        let targets: [Kill.Target] = [
            .app, .widget(kind), .families(kind, [.systemSmall, .accessoryCircular]),
            .flag(try FlagKey("widget_enabled")),
        ]
        let scopes = [
            Kill.Scope.everyone,
            Kill.Scope(locales: [try LocaleTag(parsing: "ja"), try LocaleTag(parsing: "de")]),
            Kill.Scope(
                appVersions: try VersionRange(parsing: ">=2.4 <2.4.2"),
                osVersions: try VersionRange(parsing: "<18")
            ),
        ]
        for target in targets {
            for scope in scopes {
                let record = try Self.record(target, scope)
                let findings = Findings(unknownKeys: .refuse)
                let read = KillRecord(
                    JSONField(try JSON(parsing: record.json.canonicalBytes), findings: findings)
                )
                #expect(read == record)
                #expect(findings.all.isEmpty)
            }
        }
    }

    @Test("is the same kill in whatever order its families and locales were given, and however often")
    func order() throws {
        let kind = try WidgetKind("WallpaperLockWidget")
        let (ja, de) = (try LocaleTag(parsing: "ja"), try LocaleTag(parsing: "de"))
        let one = try Self.record(
            .families(kind, [.systemSmall, .systemLarge]),
            Kill.Scope(locales: [ja, de])
        )
        let other = try Self.record(
            .families(kind, [.systemLarge, .systemSmall, .systemLarge]),
            Kill.Scope(locales: [de, ja, ja])
        )
        #expect(one.name == other.name)
        #expect(other.isOf(.families(kind, [.systemSmall, .systemLarge])))
        #expect(other.holds(for: Kill.Scope(locales: [ja, de])))
        #expect(!other.holds(for: Kill.Scope(locales: [ja])))
        #expect(!other.isOf(.widget(kind)))
    }

    @Test("is found again when its versions are written another way")
    func versions() throws {
        let scope = Kill.Scope(appVersions: try VersionRange(parsing: ">=2.4"))
        let record = try Self.record(.app, scope)
        #expect(record.holds(for: Kill.Scope(appVersions: try VersionRange(parsing: ">=2.4.0"))))
        #expect(!record.holds(for: Kill.Scope(appVersions: try VersionRange(parsing: ">2.4"))))
    }
}
