import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("An audit")
struct AuditTests {
    /// The six apps, a kill and its end: revision 44.
    private static func program(_ place: Place) throws -> WidgetctlProcess {
        let program = try WidgetctlProcess.applied(place)
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "date glitch")
        try program.succeed("restore", "minimal-wallpapers", "WallpaperLockWidget")
        return program
    }

    private func tamper(_ program: WidgetctlProcess, _ script: String) throws {
        let end = try RunningProgram.run(URL(filePath: "/usr/bin/sqlite3"), [program.store, script])
        #expect(end == .silentSuccess)
    }

    @Test(
        "of an untouched log says how long it is and where it ends, and finds that end again",
        arguments: Place.allCases
    )
    func whole(_ place: Place) throws {
        let program = try Self.program(place)
        let head = try #require(try program.succeed("audit", "head").lines.first)
        #expect(head.hasPrefix("44:"))
        #expect(
            try program.succeed("audit", "verify").output
                == "44 changes are as they were recorded, up to \(head)\n"
        )
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "again")
        let later = try program.succeed("audit", "verify", "--expect", head, "--json")
        let json = try JSON(parsing: Array(later.output.utf8))
        #expect(json.member("whole") == true)
        #expect(json.member("changes") == 45)
        #expect(json.member("break") == .null)
    }

    @Test(
        "of a log that someone wrote to names the first break, with exit code 1",
        arguments: [
            (
                "DROP TRIGGER change_is_never_edited; UPDATE changes SET actor = 'bo' WHERE revision = 43",
                "revision 43 is not what was recorded"
            ),
            (
                "DROP TRIGGER change_is_never_deleted; DELETE FROM changes WHERE revision = 43",
                "revision 43 was removed"
            ),
        ],
        Place.allCases
    )
    func tampered(_ hand: (script: String, complaint: String), _ place: Place) throws {
        let (script, complaint) = hand
        let program = try Self.program(place)
        try tamper(program, script)
        let text = try program.run("audit", "verify")
        #expect(text.status == 1)
        #expect(text.output == "")
        #expect(text.errors.contains("\(program.place): \(complaint)"), "\(text.errors)")
        let json = try program.run("audit", "verify", "--json")
        #expect(json.status == 1)
        #expect(json.output.contains(complaint))
        // A kill must go through whatever was done to the log.
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "again")
    }

    @Test("of a log whose end was cut off finds it by what was kept elsewhere", arguments: Place.allCases)
    func cut(_ place: Place) throws {
        let program = try Self.program(place)
        let head = try #require(try program.succeed("audit", "head").lines.first)
        try tamper(
            program,
            """
            DROP TRIGGER change_is_never_deleted; DELETE FROM changes WHERE revision > 42;
            UPDATE apps SET revision = (SELECT max(revision) FROM changes WHERE changes.app = apps.app);
            """
        )
        try program.succeed("audit", "verify")
        let end = try program.run("audit", "verify", "--expect", head)
        #expect(end.status == 1)
        #expect(
            end.errors.contains(
                "the log ends at revision 42, and revision 44 was there: its end was cut off"
            ),
            "\(end.errors)"
        )
    }

    @Test("takes no other text for a head", arguments: ["44", "44:", "44:abc", "head"])
    func unreadable(_ text: String) throws {
        let end = try Self.program(.here).run("audit", "verify", "--expect", text)
        #expect(end.status == 2)
        #expect(end.errors.contains("expected REVISION:HASH"), "\(end.errors)")
    }

    @Test("of a store without a change has nothing to say")
    func empty() throws {
        let program = try Self.program(.here)
        let end = try RunningProgram.run(
            RunningProgram.built("store-writer"),
            [program.store + "2", "-", "create"]
        )
        #expect(end.status == 0)
        #expect(
            try program.succeed("audit", "verify", "--store", program.store + "2").output
                == "no changes yet\n"
        )
        #expect(
            try program.succeed("audit", "head", "--store", program.store + "2").output == "no changes yet\n"
        )
    }
}
