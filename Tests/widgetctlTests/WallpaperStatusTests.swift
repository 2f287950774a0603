import Foundation
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("The status of wallpapers")
struct WallpaperStatusTests {
    private let program: WidgetctlProcess
    private var folder: String { program.directory.file("thumbnails") }

    init() throws {
        program = try WidgetctlProcess.applied()
        try FileManager.default.createDirectory(
            atPath: program.directory.file("thumbnails"),
            withIntermediateDirectories: true
        )
    }

    private func write(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/last-run.json"))
    }

    private func status() throws -> RunningProgram.End {
        try program.succeed("status", "--thumbnails", folder)
    }

    @Test("has the last run of the job, when there was one")
    func lastRun() throws {
        #expect(try !status().output.contains("last run"))
        try write(
            """
            {"started":"2026-12-01T02:30:00.125Z","made":3,"kept":120,"failed":[{"app":"a","file":"f","reason":"r"}],
             "stopped":false,"clean":false,"apps":[]}
            """
        )
        let line = "wallpapers: last run at 2026-12-01T02:30:00Z, 3 made, 120 kept, 1 set aside"
        #expect(try status().lines.last == line)
        try write(#"{"started":"2026-12-01T02:30:00Z","made":0,"kept":0,"failed":[],"stopped":true}"#)
        #expect(
            try status().output.contains("0 set aside; stopped before the end, and nothing was published")
        )
    }

    @Test(
        "warns of a file that cannot be read, and shows all else",
        arguments: ["{", "[]", #"{"started":"yesterday","made":0,"kept":0,"failed":[],"stopped":true}"#]
    )
    func damaged(_ text: String) throws {
        try write(text)
        let end = try status()
        #expect(end.errors.contains("\(folder)/last-run.json: it is not what `thumbnailer run` writes"))
        #expect(end.output.contains("minimal-wallpapers"))
    }

    @Test("names the manifest that an app's clients are told of")
    func manifest() throws {
        let before = try program.succeed("status", "minimal-wallpapers").output
        #expect(!before.contains("\nwallpapers "))
        let hash = try ManifestHash(String(repeating: "5d1c", count: 16))
        let app = try AppID("minimal-wallpapers")
        let store = try SQLiteStore(path: program.store, access: .write)
        let desk = ReleaseDesk(store: store, actor: "thumbnailer") { Instant(millisecondsSince1970: 0) }
        _ = try desk.recordWallpapers { [app: hash] }
        #expect(try program.succeed("status", "minimal-wallpapers").output.contains("\nwallpapers \(hash)\n"))
        let json = try JSON(
            parsing: Array(program.succeed("status", "minimal-wallpapers", "--json").output.utf8)
        )
        guard case .array(let apps) = json else { return #expect(Bool(false)) }
        #expect(apps.first?.member("wallpapers") == ["manifest": .string(hash.text)])
    }
}
