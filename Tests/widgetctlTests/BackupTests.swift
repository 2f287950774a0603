import Foundation
import StrictJSON
import Testing
import TestSupport

@Suite("Backups on the command line")
struct BackupTests {
    private let program: WidgetctlProcess
    private var backup: String { program.directory.file("backup.sqlite") }

    /// The six apps (revision 42), and a backup of them.
    init() throws {
        program = try WidgetctlProcess.applied()
        let head = try #require(try program.succeed("audit", "head").lines.first)
        #expect(
            try program.succeed("backup", "backup.sqlite").output
                == "the store up to \(head) is in \(backup)\n"
        )
    }

    @Test("A backup is read as a store, and does not replace a file without leave")
    func backUp() throws {
        #expect(try program.succeed("audit", "verify", "--store", backup).output.hasPrefix("42 changes"))
        let again = try program.run("backup", "backup.sqlite")
        #expect(again.status == 1)
        #expect(
            again.errors.contains(
                "there is a file already; name another one, or have it replaced with --force"
            )
        )
        let json = try JSON(
            parsing: Array(program.succeed("backup", backup, "--force", "--json").output.utf8)
        )
        #expect(json.member("file")?.string == backup)
    }

    @Test("A backup takes the store's place: dry run, leave to lift kills, and a revision above all")
    func restore() throws {
        try program.succeed("kill", "minimal-wallpapers", "WallpaperLockWidget", "--reason", "date glitch")
        let dry = try program.run("restore-backup", "backup.sqlite", "--dry-run")
        #expect(dry.status == 3)
        #expect(dry.lines.last == "dry run: nothing was changed")
        #expect(dry.errors.contains("add --lift-kills if that is meant"))
        #expect(try program.run("restore-backup", "backup.sqlite").status == 3)
        let done = try program.succeed("restore-backup", "backup.sqlite", "--lift-kills", "--reason", "drill")
        #expect(done.lines.last == "revisions 44 to 49 in \(program.store)")
        let history = try program.succeed("history", "--limit", "1").lines
        #expect(history[1].contains("restore-backup"))
        #expect(history[1].contains("a backup of revision 42"))
        #expect(history[1].contains("drill"))
        #expect(try program.succeed("audit", "verify").output.hasPrefix("48 changes"))
    }

    @Test("A lost store needs the revision that clients have seen last")
    func lost() throws {
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.removeItem(atPath: program.store + suffix)
        }
        let refused = try program.run("restore-backup", "backup.sqlite")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("say it with --above REVISION"), "\(refused.errors)")
        let done = try program.succeed("restore-backup", "backup.sqlite", "--above", "500")
        #expect(done.lines.last == "revisions 501 to 506 in \(program.store)")
        #expect(done.errors.contains("make again every kill that must be in force"))
    }
}
