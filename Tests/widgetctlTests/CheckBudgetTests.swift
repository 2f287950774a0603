import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("widgetctl check budget")
struct CheckBudgetTests {
    /// A copy of the definitions in which one app's Home Screen widget is different.
    struct Definitions {
        let directory: TemporaryDirectory

        init(_ changes: [String: String] = [:]) throws {
            directory = try TemporaryDirectory()
            for folder in ["Apps", "Flags", "Thumbnails"] {
                try FileManager.default.copyItem(
                    at: Repository.root.appending(path: folder),
                    to: directory.url.appending(path: folder)
                )
            }
            let file = directory.url.appending(path: "Apps/minimal-wallpapers.json")
            var text = try String(contentsOf: file, encoding: .utf8)
            for (old, new) in changes {
                let range = try #require(text.range(of: old))
                text.replaceSubrange(range, with: new)
            }
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    private static let spacing = ["\"entrySpacingMinutes\": 30": "\"entrySpacingMinutes\": 5"]

    @Test("passes the six apps, alone and as part of all checks, without a store")
    func shipped() throws {
        let program = try WidgetctlProcess()
        let budget = try program.succeed("check", "budget")
        #expect(budget.lines.count == 14, "a row a widget")
        #expect(budget.lines.dropFirst().dropLast().allSatisfy { $0.hasSuffix("passes") })
        #expect(budget.lines.last == "polls: of 1,000,000 installations of each app")
        let more = try program.succeed("check", "budget", "--installations", "25000000")
        #expect(more.lines.last == "polls: of 25,000,000 installations of each app")
        let all = try program.succeed("check")
        #expect(all.lines.first == "Refresh budget")
        #expect(all.output.contains(budget.output))
        #expect(all.lines.contains("Dates"))
        #expect(!FileManager.default.fileExists(atPath: program.store))
    }

    @Test("ends with 1 and says what is wrong and how to mend it, once for all apps that have it")
    func fails() throws {
        let program = try WidgetctlProcess()
        let definitions = try Definitions(Self.spacing)
        let end = try program.run("check", "budget", definitions: definitions.directory.url)
        #expect(end.status == 1)
        #expect(end.errors == "widgetctl: budget: 1 error\n")
        // Six entries of 980x1019 are all that memory holds: 24,000,000 / 3,994,480 = 6.008.
        #expect(
            end.output.hasSuffix(
                """
                error stands-still: WallpaperHomeWidget of minimal-wallpapers: 6 entries 5 minutes apart last for 30 min, \
                and the next timeline comes after 3 h: it stands still for up to 2 h 30 min each time, 20 h of the day \
                without anything new
                  fix: 6 entries 30 minutes apart, and the next timeline after 180 minutes
                warning entries-close: WallpaperHomeWidget of minimal-wallpapers: entries 5 minutes apart are closer than \
                the advised 30
                  fix: entries 30 minutes apart, if what they show allows it

                """
            ),
            "\(end.output)"
        )
        let all = try program.run("check", "--json", definitions: definitions.directory.url)
        #expect(all.status == 1)
        #expect(try JSON(parsing: Array(all.output.utf8)).member("budget") != nil)
    }

    @Test("shows a day of each widget of one app, or of one widget")
    func oneApp() throws {
        let program = try WidgetctlProcess()
        let app = try program.succeed("check", "budget", "minimal-wallpapers")
        #expect(app.lines.filter { $0.hasPrefix("content  ") }.count == 2)
        let one = try program.succeed(
            "check",
            "budget",
            "minimal-wallpapers",
            "--widget",
            "WallpaperHomeWidget"
        )
        #expect(
            one.lines.dropFirst(2) == [
                "polls: of 1,000,000 installations of each app", "WallpaperHomeWidget, 40 reloads a day",
                "         00    03    06    09    12    15    18    21",
                "reloads  ..1.....1.....1.....1.....1.....1.....1.....1...",
                "content  ================================================",
                "asleep   zzzzzzzzzzzzzz                                zz",
                "  nights in StandBy: 8 reloads a day, of which 6 count",
                "  while luminance is reduced: shows small; drops nothing",
            ]
        )
    }

    @Test("counts for as many installations as are named, and prints JSON with everything")
    func json() throws {
        let program = try WidgetctlProcess()
        let line = ["check", "budget", "minimal-wallpapers", "--installations", "100000000", "--json"]
        let reports = try JSON(parsing: Array(program.run(line).output.utf8))
        guard case .array(let widgets) = reports, let first = widgets.first else {
            Issue.record("\(reports)")
            return
        }
        #expect(widgets.map { $0.member("passes") } == [true, true])
        #expect(first.member("load")?.member("installations") == 100_000_000)
        // 8 x 100,000,000 / 86,400
        guard case .number(let mean)? = first.member("load")?.member("meanPerSecond") else {
            Issue.record("no mean")
            return
        }
        #expect(abs(mean - 9259.26) < 0.01)
        for key in [
            "app", "widget", "plan", "week", "generousWeek", "standByWeek", "pictures", "dimmed", "findings",
        ] {
            #expect(first.member(key) != nil, "\(key)")
        }
    }

    @Test("writes the picture where it is told, in the place of what was there, or says why not")
    func picture() throws {
        let program = try WidgetctlProcess()
        let path = program.directory.file("day.svg")
        try String(repeating: "x", count: 1_000_000).write(toFile: path, atomically: true, encoding: .utf8)
        try program.succeed("check", "budget", "minimal-wallpapers", "--svg", path)
        let svg = try String(contentsOfFile: path, encoding: .utf8)
        #expect(svg.hasPrefix("<svg "))
        #expect(svg.hasSuffix("</svg>\n"))
        let nowhere = try program.run("check", "budget", "--svg", program.directory.file("none/day.svg"))
        #expect(nowhere.status == 1)
        #expect(nowhere.errors.contains("none/day.svg: No such file or directory"))
        let full = try program.run("check", "budget", "--svg", "/dev/full")
        #expect(full.status == 1)
        #expect(full.errors.contains("/dev/full: No space left on device"))
    }

    @Test(
        "refuses what does not exist, with what was meant",
        arguments: [
            (
                ["minimal-wallpaper"],
                "there is no app \"minimal-wallpaper\"; did you mean \"minimal-wallpapers\"?"
            ),
            (["--widget", "WallpaperHomWidget"], "did you mean \"WallpaperHomeWidget\"?"),
            (
                ["minimal-wallpapers", "--widget", "Clock"],
                "minimal-wallpapers has no widget \"Clock\"; there is WallpaperHomeWidget, WallpaperLockWidget"
            ),
            (["--installations", "0"], "invalid value '0' for --installations"),
            (["--installations", "1e6"], "invalid value '1e6' for --installations"),
            (["--installations", "100000000001"], "expected a whole number from 1 to 100000000000"),
        ]
    )
    func usage(_ arguments: [String], _ complaint: String) throws {
        let end = try WidgetctlProcess().run(["check", "budget"] + arguments)
        #expect(end.status == 2)
        #expect(end.output == "")
        #expect(end.errors.contains(complaint), "\(end.errors)")
    }

    @Test("says what it misses of the pictures' files")
    func thumbnails() throws {
        let program = try WidgetctlProcess()
        let unknown = try Definitions(["\"recipe\": \"small\"": "\"recipe\": \"smal\""])
        let named = try program.run("check", "budget", definitions: unknown.directory.url)
        #expect(named.status == 1)
        #expect(
            named.errors == """
                widgetctl: Apps/minimal-wallpapers.json: widgets.WallpaperHomeWidget: the image "small": \
                Thumbnails/recipes.json has no recipe "smal"; did you mean "small"?

                """
        )
        let none = try Definitions()
        try FileManager.default.removeItem(at: none.directory.url.appending(path: "Thumbnails/devices.json"))
        let missing = try program.run("check", "budget", definitions: none.directory.url)
        #expect(missing.status == 1)
        #expect(missing.errors.contains("Thumbnails/devices.json: No such file or directory; it is needed"))
        let manifests = try program.run("check", "budget", "--manifests", "nowhere")
        #expect(manifests.status == 1)
        #expect(manifests.errors.contains("nowhere/anime-wallpapers-hd.json: No such file or directory"))
    }

    @Test("takes the sizes of pictures from manifests")
    func manifests() throws {
        let program = try WidgetctlProcess()
        let hash = String(repeating: "a", count: 64)
        let manifest = """
            {"format": 1, "app": "minimal-wallpapers", "wallpapers": {"sea": {"title": "Sea", "placeholder": "L",
             "variants": {"small": [{"size": [531, 531], "hash": "\(hash)", "format": "jpg", "bytes": 2000000}]}}}}
            """
        try manifest.write(
            toFile: program.directory.file("minimal-wallpapers.json"),
            atomically: true,
            encoding: .utf8
        )
        let line = ["check", "budget", "minimal-wallpapers", "--manifests", program.directory.path]
        let end = try program.run(line)
        #expect(end.status == 1)
        // 6 x 2,000,000 x 2, since small has a dimmed variant.
        #expect(
            end.output.contains("systemSmall: 6 entries encoded take 24.00 MB of the 10.49 MB"),
            "\(end.output)"
        )
    }
}
