import Foundation
import LiveState
import Rollout
import RolloutStore
import StrictJSON
import Testing
import TestSupport

@Suite("A run that is to record in a store what it published")
struct RecordingTests {
    private let job: Job
    private var storePath: String { job.directory.file("rollout.sqlite") }

    init() throws {
        job = try Job()
        try job.draw(["aurora/fjord.jpg": [0, 90, 200], "minimal/one.jpg": [9, 9, 9]])
    }

    /// A store that knows the app `aurora`.
    private func makeStore() throws -> SQLiteStore {
        let store = try SQLiteStore(path: storePath, access: .create)
        let profile = """
            {"name":"Aurora","bundleID":"com.example.aurora","appGroup":"group.com.example.aurora","minimumOS":"17",
             "urlScheme":"aurora","locales":["en"],"widgets":{"Home":{"families":["systemSmall"],"flags":["on"],
             "timeline":{"pattern":"static","entries":1},"whenDisabled":"placeholder"}}}
            """
        let author = Author(actor: "t", millisecondsSince1970: 0, action: "test", reason: "")
        let flag = #"{"kind":"permission","type":"boolean","description":"d","default":true}"#
        _ = try store.change(by: author) { editor in
            try editor.set(.profile(of: "aurora"), to: profile)
            try editor.set(StateKey(.flag, "on", in: "aurora"), to: flag)
        }
        return store
    }

    /// The SHA-256 of the manifest that clients see, by an independent implementation.
    private func manifestHash() throws -> String {
        try ImageHash.of(Array(Data(contentsOf: URL(filePath: "\(job.output)/manifests/aurora.json"))))
    }

    private func recorded(_ store: SQLiteStore) throws -> String? {
        try store.read { try AppState(of: "aurora", from: $0)?.wallpapers?.text }
    }

    @Test("names the manifest of each app that the store has, once, and warns of the others")
    func recorded() throws {
        let store = try makeStore()
        let first = try job.start("--store", storePath).finish()
        #expect(first.status == 0)
        #expect(first.lines.last == "recorded: revision 3 (aurora)")
        #expect(first.errors.contains("warning: minimal: its wallpapers are not served: the store does not"))
        #expect(try recorded(store) == manifestHash())
        let change = try #require(try store.history().first)
        #expect(change.actor == "thumbnailer" && change.action == "wallpapers")

        let second = try job.start("--store", storePath).finish()
        #expect(second.status == 0 && second.lines.last == "nothing new to record")
        #expect(try store.revision() == 3)

        let before = try recorded(store)
        try job.draw(["aurora/dune.jpg": [200, 90, 0]])
        let third = try job.start("--store", storePath, "--json").finish()
        let summary = try JSON(parsing: Array(third.output.utf8))
        #expect(summary.member("recorded") == ["revision": 4, "apps": ["aurora"]])
        #expect(try recorded(store) == manifestHash() && recorded(store) != before)
    }

    @Test(
        "publishes also when there is no store, says so with a code of its own, and the next run makes up for it"
    )
    func noStore() throws {
        let end = try job.start("--store", storePath).finish()
        #expect(end.status == 6)
        #expect(end.errors.contains("not recorded: \(storePath): there is no store"))
        #expect(end.errors.contains("run it again when the store can be written"))
        #expect(try job.published() == ["fjord"])
        let store = try makeStore()
        let next = try job.start("--store", storePath).finish()
        #expect(next.status == 0 && next.lines.last == "recorded: revision 3 (aurora)")
        #expect(try recorded(store) == manifestHash())
    }

    @Test("says that it was not to be recorded, and takes the store from WIDGET_STORE as other programs do")
    func store() throws {
        let bare = try job.start().finish()
        let words = "not recorded in a store: widgetd serves it once a run with --store has recorded it"
        #expect(bare.status == 0 && bare.lines.last == words)
        let json = try JSON(parsing: Array(job.start("--json").finish().output.utf8))
        #expect(json.member("recorded") == nil)
        _ = try makeStore()
        let end = try job.start([], environment: ["WIDGET_STORE": storePath]).finish()
        #expect(end.status == 0 && end.lines.last == "recorded: revision 3 (aurora)")
    }

    @Test("warns without a store of apps that the definitions beside the recipes lack, also in a dry run")
    func undefined() throws {
        #expect(try !job.start().finish().errors.contains("warning"))
        let apps = job.directory.file("Apps")
        try FileManager.default.createDirectory(atPath: apps, withIntermediateDirectories: false)
        for app in ["aurora", "minimum"] {
            try Data("{}".utf8).write(to: URL(filePath: "\(apps)/\(app).json"))
        }
        for options in [[], ["--dry-run"], ["--json"]] {
            let end = try job.start(options).finish()
            #expect(end.status == 0)
            #expect(
                end.errors
                    == "warning: minimal: its wallpapers are not served: Apps/ defines no such app; did you mean "
                    + "\"minimum\"?\n"
            )
        }
    }

    @Test("tells programs in JSON why it could not")
    func failureAsJSON() throws {
        let end = try job.start("--store", storePath, "--json").finish()
        #expect(end.status == 6)
        let failed = try JSON(parsing: Array(end.output.utf8)).member("recorded")?.member("failed")?.string
        #expect(failed?.hasPrefix("\(storePath): there is no store") == true)
    }

    @Test("records nothing of a manifest that is damaged, and of files that are no manifests")
    func damaged() throws {
        let store = try makeStore()
        #expect(try job.start("--store", storePath).finish().status == 0)
        let before = try recorded(store)
        for name in ["minimal.json", "aurora.json.bak", "..json"] {
            try Data("{}".utf8).write(to: URL(filePath: "\(job.output)/manifests/\(name)"))
        }
        #expect(try job.start("--store", storePath).finish().status == 0)
        #expect(try recorded(store) == before)
    }

    @Test(
        "says so when a manifest is none that can be served, rather than pass it over",
        arguments: [
            "{}", #"{"format":1,"app":"aurora","wallpapers":{}}"#,
        ]
    )
    func foreign(_ text: String) throws {
        let store = try makeStore()
        #expect(try job.start("--store", storePath).finish().status == 0)
        let before = try recorded(store)
        try job.draw(["aurora/dune.jpg": [200, 90, 0]])
        // Of an app without a folder, which no run makes anew.
        let file = "\(job.output)/manifests/zebra.json"
        try Data(text.utf8).write(to: URL(filePath: file))
        let end = try job.start("--store", storePath).finish()
        #expect(end.status == 6)
        #expect(end.errors.contains("not recorded: \(file): cannot read: "), "\(end.errors)")
        #expect(end.errors.contains("remove it, and run thumbnailer again"))
        // The others are recorded all the same.
        #expect(end.lines.last == "recorded: revision 4 (aurora)")
        #expect(try recorded(store) == manifestHash() && recorded(store) != before)
        let again = try job.start("--store", storePath, "--json").finish()
        let summary = try JSON(parsing: Array(again.output.utf8)).member("recorded")
        #expect(again.status == 6 && summary?.member("apps") == [])
        #expect(summary?.member("failed")?.string?.hasPrefix("\(file): cannot read: ") == true)
    }
}
