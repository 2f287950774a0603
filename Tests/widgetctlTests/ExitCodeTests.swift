import Foundation
import Testing
import TestSupport

@Suite("Exit codes")
struct ExitCodeTests {
    /// The six apps, and in one of them a rollout at 10 percent, paused: no case changes it.
    private static let programs = Place.allCases.map { place in
        (
            place,
            Result {
                let program = try WidgetctlProcess.applied(place)
                try program.succeed("rollout", "start", "daily_pick_categories", "--app", "aurora-wallpapers")
                try program.succeed("rollout", "pause", "daily_pick_categories", "--app", "aurora-wallpapers")
                return program
            }
        )
    }

    private static func program(_ place: Place) throws -> WidgetctlProcess {
        try #require(programs.first { $0.0 == place }).1.get()
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        /// The last line on standard error that says it, or nothing for success.
        var complaint = ""
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ line: String, _ status: Int32, _ complaint: String = "") {
            arguments = line.split(separator: " ").map(String.init)
            self.status = status
            self.complaint = complaint
        }
    }

    static let cases = [
        // 0: done, or nothing to do.
        Case("restore all WallpaperLockWidget", 0),
        Case("flag unset tap_target --app all", 0),
        Case("rollout pause daily_pick_categories --app aurora-wallpapers", 0),
        // 1: refused as things stand.
        Case("rollout pause widget_enabled --app all", 1, "widget_enabled has no rollout"),
        Case(
            "rollout start daily_pick_categories --app aurora-wallpapers",
            1,
            "`rollout halt` would take it away from everyone"
        ),
        Case("rollout start widget_enabled --app all --at 2001-01-01T00:00:00Z", 1, "is in the past"),
        Case(
            "status --store missing.sqlite",
            1,
            "/missing.sqlite: there is no store here; go to the folder that has it, or name it with --store or "
                + "WIDGET_STORE; a lost one comes back by `widgetctl restore-backup`; where there never was one `widgetctl apply` makes it"
        ),
        Case("apply --definitions nowhere", 1, "nowhere/Apps"),
        // 2: the command line is wrong, with the nearest name.
        Case("", 2, "missing command"),
        Case("statsu", 2, "did you mean 'status'?"),
        Case("rollout strat widget_enabled --app all", 2, "did you mean 'start'?"),
        Case("status --jsno", 2, "did you mean --json?"),
        Case("status minimal-wallpaper", 2, "did you mean \"minimal-wallpapers\"?"),
        Case("history --app minimal-wallpaper", 2, "did you mean \"minimal-wallpapers\"?"),
        Case(
            "kill minimal-wallpapers WallpaperLokWidget --reason x",
            2,
            "did you mean \"WallpaperLockWidget\"?"
        ),
        Case("kill all WallpaperLokWidget --reason x", 2, "did you mean \"WallpaperLockWidget\"?"),
        Case("kill all --flag widget_enable --reason x", 2, "did you mean \"widget_enabled\"?"),
        Case(
            "kill all WallpaperLockWidget --family accesoryCircular --reason x",
            2,
            "did you mean 'accessoryCircular'?"
        ),
        Case("rollout start widget_enable --app all", 2, "did you mean \"widget_enabled\"?"),
        Case("flag set widget_enable true --app all", 2, "did you mean \"widget_enabled\"?"),
        Case(
            "explain minimal-wallpapers --widget WallpaperLokWidget",
            2,
            "did you mean \"WallpaperLockWidget\"?"
        ),
        Case("flag set refresh_spacing_minutes often --app all", 2, "is of type integer"),
        Case("flag set widget_enabled 1 --app all", 2, "1 is an integer, and the flag is of type boolean"),
        Case("rollout set widget_enabled 101 --app all", 2, "101 is above 100"),
        Case("rollout start widget_enabled --app all --schedule fast", 2, "\"fast\" is not a schedule"),
        Case("rollout start widget_enabled --app all --at tomorrow", 2, "\"tomorrow\" is not a moment"),
        Case("rollout start widget_enabled", 2, "missing option --app"),
        Case("kill all WallpaperLockWidget", 2, "missing option --reason"),
        Case("kill all WallpaperLockWidget --reason=", 2, "--reason must not be empty"),
        Case("kill all --reason x", 2, "say what"),
        Case("kill all WallpaperLockWidget --whole-app --reason x", 2, "only one of them"),
        Case("kill all --whole-app --family systemSmall --reason x", 2, "--family needs a WIDGET"),
        Case("kill all --whole-app --locale nippon --reason x", 2, "is not a locale"),
        Case("restore all WallpaperLockWidget --every-scope --locale ja", 2, "--every-scope goes without"),
        Case("history --limit 0", 2, "invalid value '0' for --limit"),
        Case("history --since yesterday", 2, "\"yesterday\" is not a moment"),
        Case("history --since 2026-12-01T09:00:00", 2, "is not a moment"),
        Case(
            "history --since 2026-12-01T09:00:00+09:00 --until 2026-12-01T00:00:00Z",
            2,
            "--since must be before --until"
        ),
        Case("history --format xml", 2, "expected one of jsonl, csv"),
        Case("history --format csv --json", 2, "--json and --format exclude each other"),
        // 3: installations would lose what they have.
        Case("rollout set daily_pick_categories 1 --app aurora-wallpapers", 3, "add --allow-removal"),
        Case("flag set daily_pick_categories [] --app all", 3, "would go from 10 % to 0 %"),
        Case("flag set home_widget_enabled false --app all", 3, "would lose true"),
    ]

    @Test("are what the help says, and standard error says why", arguments: cases, Place.allCases)
    func code(_ expected: Case, _ place: Place) throws {
        let result = try Self.program(place).run(expected.arguments)
        #expect(result.status == expected.status, "\(result.errors)")
        if expected.status == 0 {
            #expect(result.errors == "")
        } else {
            #expect(result.output == "")
            #expect(result.errors.hasPrefix("widgetctl: "))
            #expect(result.errors.contains(expected.complaint), "\(result.errors)")
        }
    }

    @Test("is 2 for an actor without a name")
    func namelessActor() throws {
        let end = try Self.program(.here).run("restore", "all", "WallpaperLockWidget", "--actor=")
        #expect(end.status == 2)
        #expect(end.errors.contains("the actor must have a name"))
    }

    @Test("is 141, without a word, when the reader went away", arguments: Place.allCases)
    func brokenPipe(_ place: Place) throws {
        let end = try Self.program(place).start(["history"], hasReader: false).finish()
        #expect(end.status == 141)
        #expect(end.errors == "")
    }
}
