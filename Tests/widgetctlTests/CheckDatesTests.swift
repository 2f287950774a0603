import Foundation
import Rollout
import StrictJSON
import Testing
import TestSupport

@Suite("widgetctl check dates")
struct CheckDatesTests {
    /// The repository's definitions, with one date of one app written another way.
    private func definitions(_ date: String, for id: String = "date") throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        for folder in ["Apps", "Flags", "Thumbnails"] {
            try FileManager.default.copyItem(
                at: Repository.root.appending(path: folder),
                to: directory.url.appending(path: folder)
            )
        }
        let file = directory.url.appending(path: "Apps/minimal-wallpapers.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let right = #"{ "id": "date", "template": "EEEMMMd", "family": "accessoryRectangular" }"#
        #expect(text.contains(right))
        let wrong = #"{ "id": "\#(id)", \#(date), "family": "accessoryRectangular" }"#
        try text.replacing(right, with: wrong).write(to: file, atomically: true, encoding: .utf8)
        return directory
    }

    private var tomorrow: String {
        "\(Instant(millisecondsSince1970: Int64(Date.now.timeIntervalSince1970 + 86_400) * 1000))"
    }

    @Test("passes the six apps, and says how much it looked at")
    func passes() throws {
        let result = try WidgetctlProcess().succeed("check", "dates")
        #expect(result.output.contains("204 dates"))
        #expect(result.output.contains("0 errors"))
    }

    @Test("ends with 1 for an error, and says what is wrong, where, and what mends it")
    func error() throws {
        let directory = try definitions(#""pattern": "MMM d""#)
        let result = try WidgetctlProcess().run(
            "check",
            "dates",
            "minimal-wallpapers",
            definitions: directory.url
        )
        #expect(result.status == 1)
        #expect(result.errors.contains("dates: "))
        #expect(
            result.output.contains(
                "error foreign-order: WallpaperLockWidget, date, of minimal-wallpapers, in "
            )
        )
        #expect(result.output.contains("fix: use template `MMMd` instead of pattern `MMM d`"))
    }

    @Test("as JSON is the whole report, of what was asked for")
    func json() throws {
        let directory = try definitions(#""pattern": "MMM月d日""#)
        let result = try WidgetctlProcess().run(
            "check",
            "dates",
            "minimal-wallpapers",
            "--widget",
            "WallpaperLockWidget",
            "--locale",
            "ja",
            "--json",
            definitions: directory.url
        )
        let report = try JSON(parsing: Array(result.output.utf8))
        guard case .array(let findings)? = report.member("findings"), let finding = findings.first else {
            Issue.record("\(result.output) \(result.errors)")
            return
        }
        #expect(findings.count == 1)
        #expect(finding.member("rule")?.string == "doubled-unit")
        #expect(finding.member("text")?.string == "11月月3日")
        #expect(finding.member("expected")?.string == "11月3日")
        #expect(finding.member("locale")?.string == "ja")
    }

    @Test("writes JUnit's XML that another parser reads, with a failure for each date and locale at fault")
    func junit() throws {
        // A name that means something in XML.
        let directory = try definitions(#""pattern": "YYYY""#, for: "<&>")
        let program = try WidgetctlProcess()
        let file = program.directory.file("dates.xml")
        let result = try program.run("check", "dates", "--junit", file, definitions: directory.url)
        #expect(result.status == 1)
        let answer = try Python.answer(
            to: .string(file),
            """
            import xml.etree.ElementTree as tree
            root = tree.parse(request).getroot()
            failing = [case for case in root.iter("testcase") if case.find("failure") is not None]
            answer = {
                "cases": len(list(root.iter("testcase"))),
                "sums": [sum(int(suite.get(name)) for suite in root) for name in ("tests", "failures")],
                "failing": len(failing), "names": sorted({case.get("name") for case in failing}),
                "types": sorted({case.find("failure").get("type") for case in failing}),
            }
            """
        )
        let locales = ["ar", "de", "en", "es", "fr", "he", "ja", "ko", "pl", "zh-Hans"]
        #expect(answer.member("failing") == 10)
        #expect(answer.member("cases") == 204)
        #expect(answer.member("sums") == [204, 10])
        #expect(answer.member("names") == .strings(locales.map { "<&> \($0)" }))
        #expect(answer.member("types") == ["week-year"])
    }

    @Test("draws a contact sheet")
    func sheet() throws {
        let program = try WidgetctlProcess()
        try program.succeed("check", "dates", "minimal-wallpapers", "--sheet", "sheet.png")
        let bytes = try Data(contentsOf: program.directory.url.appending(path: "sheet.png"))
        #expect(bytes.prefix(8) == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    }

    @Test(
        "gates what the store has, lifts its own kills alone, and a rollout starts only when no one would see it"
    )
    func gate() throws {
        let wrong = try definitions(#""pattern": "MMM月d日""#)
        let program = try WidgetctlProcess()
        #expect(try program.run("apply", definitions: wrong.url).status == 0)
        let start = ["rollout", "start", "widget_enabled", "--app", "minimal-wallpapers"]
        let refused = try program.run(start, definitions: wrong.url)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("WallpaperLockWidget, date, in ja: doubled-unit: "))
        #expect(refused.errors.contains("--accept-findings"))

        let dry = try program.run("check", "dates", "--gate", "--dry-run", definitions: wrong.url)
        #expect(dry.lines.last == "dry run: nothing was changed")
        try program.succeed(
            "kill",
            "minimal-wallpapers",
            "WallpaperHomeWidget",
            "--locale",
            "ko",
            "--reason",
            "by hand"
        )
        let gated = try program.run(
            "check",
            "dates",
            "--gate",
            "--reason",
            "before 2.5",
            definitions: wrong.url
        )
        #expect(gated.status == 0, "\(gated.errors)")
        let reason =
            "minimal-wallpapers: killed WallpaperLockWidget for locale ja: date check: doubled-unit of date"
        #expect(gated.lines.contains { $0.hasPrefix(reason) }, "\(gated.output)")
        #expect(try program.run(start + ["--dry-run"], definitions: wrong.url).status == 0)

        try program.succeed("apply", "--reason", "mended")
        let lifted = try program.succeed("check", "dates", "--gate")
        #expect(
            lifted.lines.contains(
                "minimal-wallpapers: restored WallpaperLockWidget for locale ja: its dates pass"
            )
        )
        let status = try program.succeed("status", "minimal-wallpapers").output
        #expect(status.contains("by hand"))
        #expect(!status.contains("date check"))
        try program.succeed("rollout", "start", "widget_enabled", "--app", "minimal-wallpapers")
    }

    @Test("a rollout is held to the dates of widgets that it gates through a prerequisite")
    func prerequisite() throws {
        let wrong = try definitions(#""pattern": "MMM月d日""#)
        for (file, old, new) in [
            (
                "Apps/minimal-wallpapers.json", #""flags": ["widget_enabled", "lock_widget_enabled"]"#,
                #""flags": ["lock_widget_enabled"]"#
            ),
            (
                "Flags/lock_widget_enabled.json", #""default": false,"#,
                #""default": false, "prerequisites": [{ "flag": "widget_enabled", "value": true }],"#
            ),
        ] {
            let url = wrong.url.appending(path: file)
            let text = try String(contentsOf: url, encoding: .utf8)
            #expect(text.contains(old))
            try text.replacing(old, with: new).write(to: url, atomically: true, encoding: .utf8)
        }
        let program = try WidgetctlProcess()
        #expect(try program.run("apply", definitions: wrong.url).status == 0)
        let start = ["rollout", "start", "widget_enabled", "--app", "minimal-wallpapers"]
        let refused = try program.run(start, definitions: wrong.url)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("WallpaperLockWidget, date, in ja: doubled-unit: "))
    }

    @Test("whatever shows a widget to more people is held to its dates, and what takes it back is not")
    func moreSteps() throws {
        let wrong = try definitions(#""pattern": "MMM月d日""#)
        let program = try WidgetctlProcess()
        let flag = ["widget_enabled", "--app", "minimal-wallpapers"]
        func run(_ arguments: [String]) throws -> RunningProgram.End {
            try program.run(arguments, definitions: wrong.url)
        }
        #expect(try run(["apply"]).status == 0)
        let start = try run(
            ["rollout", "start"] + flag + ["--schedule", "10@0d,50@3d", "--accept-findings"]
        )
        #expect(start.status == 0, "\(start.errors)")
        let wider = [
            ["rollout", "set", flag[0], "25"] + flag.dropFirst(), ["rollout", "complete"] + flag,
            ["flag", "set", flag[0], "true"] + flag.dropFirst(),
            ["rollout", "complete"] + flag + ["--at", tomorrow],
        ]
        for arguments in wider {
            let refused = try run(arguments)
            #expect(refused.status == 1, "\(arguments)")
            #expect(
                refused.errors.contains("WallpaperLockWidget, date, in ja: doubled-unit: "),
                "\(refused.errors)"
            )
            #expect(refused.errors.contains("--accept-findings"))
        }
        let narrower = [
            ["rollout", "set", flag[0], "5"] + flag.dropFirst() + ["--allow-removal"],
            ["rollout", "pause"] + flag,
            ["flag", "set", flag[0], "false"] + flag.dropFirst() + ["--allow-removal"],
        ]
        for arguments in narrower {
            let end = try run(arguments)
            #expect(end.status == 0, "\(arguments): \(end.errors)")
        }
        for arguments in [["flag", "unset"] + flag, ["rollout", "resume"] + flag, ["rollback", "43"]] {
            let refused = try run(arguments)
            #expect(refused.status == (arguments[1] == "resume" ? 0 : 1), "\(arguments): \(refused.errors)")
        }
        #expect(try run(["rollout", "halt"] + flag).status == 0)
        let accepted = try run(["flag", "set", flag[0], "true"] + flag.dropFirst() + ["--accept-findings"])
        #expect(accepted.status == 0, "\(accepted.errors)")
    }

    @Test(
        "gates at a time, what it finds now, and says that it looks at the store",
        arguments: Place.allCases
    )
    func gateLater(place: Place) throws {
        let wrong = try definitions(#""pattern": "MMM月d日""#)
        let program = try WidgetctlProcess(place)
        #expect(try program.run("apply", definitions: wrong.url).status == 0)
        let time = tomorrow
        // Those in the folder are in order.
        let gated = try program.succeed(
            "check",
            "dates",
            "--gate",
            "--at",
            time,
            "--dry-run"
        )
        #expect(gated.lines[0] == "the definitions in \(program.place), not those in Apps/:")
        #expect(gated.output.contains("scheduled for \(time)"), "\(gated.output)")
        #expect(
            gated.output.contains(
                "as things stand: minimal-wallpapers: killed WallpaperLockWidget for locale ja"
            )
        )
    }

    @Test("a rollout starts in spite of findings when they are accepted")
    func accepted() throws {
        let wrong = try definitions(#""pattern": "YYYY""#)
        let program = try WidgetctlProcess()
        _ = try program.run("apply", definitions: wrong.url)
        let start = [
            "rollout", "start", "widget_enabled", "--app", "minimal-wallpapers", "--accept-findings",
        ]
        #expect(try program.run(start, definitions: wrong.url).status == 0)
    }

    @Test(
        "refuses names that do not exist and options that make no sense",
        arguments: [
            (["check", "dates", "minimal"], 2, "there is no app \"minimal\""),
            (["check", "dates", "--widget", "LockWidget"], 2, "there is no widget \"LockWidget\""),
            (["check", "dates", "--locale", "j"], 2, "\"j\" is not a locale"),
            (["check", "dates", "--locale", "xx"], 2, "there is no locale \"xx\""),
            (["check", "dates", "--sheet", "sheet.pdf"], 2, "name a file that ends in .png"),
            (["check", "dates", "--dry-run"], 2, "--at, --reason and --dry-run go with --gate"),
            (
                ["check", "dates", "--sheet", "/nowhere/sheet.png"], 1,
                "/nowhere/sheet.png: No such file or directory"
            ),
            (
                ["check", "dates", "--junit", "/nowhere/dates.xml"], 1,
                "/nowhere/dates.xml: No such file or directory"
            ),
        ]
    )
    func refusals(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let result = try WidgetctlProcess().run(arguments)
        #expect(result.status == status)
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}
