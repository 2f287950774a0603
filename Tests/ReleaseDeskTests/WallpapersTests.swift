import Definitions
import LiveState
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import Testing

@Suite("Recording which wallpapers clients are to see")
struct WallpapersTests {
    private let desk: Desk
    private let aurora: AppID
    private let minimal: AppID

    init() throws {
        desk = try Desk.open()
        (aurora, minimal) = (try AppID("aurora"), try AppID("minimal"))
    }

    private func hash(_ part: String) throws -> ManifestHash {
        try ManifestHash(String(repeating: part, count: 64 / part.utf8.count))
    }

    private func record(_ hashes: [AppID: String]) throws -> Outcome {
        let hashes = try hashes.mapValues(hash)
        return try desk.by("thumbnailer").recordWallpapers { hashes }
    }

    @Test("changes the apps whose manifest is another one, all at once, and no other")
    func changes() throws {
        let before = try desk.revision
        let first = try record([aurora: "5d1c", minimal: "9ab0"])
        #expect(first.changes.map(\.revision) == [before + 1, before + 2])
        #expect(
            first.changes.map(\.subject) == [
                "wallpapers: manifest 5d1c5d1c5d1c", "wallpapers: manifest 9ab09ab09ab0",
            ]
        )
        #expect(Set(first.changes.map(\.actor)) == ["thumbnailer"])
        #expect(Set(first.changes.map(\.action)) == ["wallpapers"])
        #expect(try record([aurora: "5d1c", minimal: "9ab0"]).changes == [])
        let second = try record([aurora: "5d1c", minimal: "77aa"])
        #expect(second.changes.map(\.key.app) == ["minimal"])
        #expect(try desk.state("minimal").configuration().wallpapers == hash("77aa"))
        #expect(try desk.state("minimal").revision == before + 3)
        #expect(try desk.state("aurora").revision == before + 1)
        // One of which nothing is told keeps what it has.
        #expect(try record([:]).changes == [])
        #expect(try desk.state("aurora").wallpapers == hash("5d1c"))
    }

    @Test("warns of an app that the store does not have, and records the others")
    func unknown() throws {
        let outcome = try record([try AppID("unheard"): "5d1c", aurora: "5d1c"])
        #expect(outcome.changes.map(\.key.app) == ["aurora"])
        #expect(
            outcome.warnings.count == 1 && outcome.warnings[0].hasPrefix("unheard: its wallpapers are not")
        )
        #expect(try desk.store.read { try $0.documents(app: "unheard") } == [])
    }

    @Test("changes nothing when the manifests cannot be read")
    func unreadable() throws {
        struct Unreadable: Error {}
        let before = try desk.revision
        #expect(throws: Unreadable.self) { try desk.now.recordWallpapers { throw Unreadable() } }
        #expect(try desk.revision == before)
    }

    @Test("is left alone by a rollback, which says so, and told by a comparison")
    func past() throws {
        _ = try record([aurora: "5d1c"])
        let revision = try desk.revision
        _ = try record([aurora: "77aa", minimal: "9ab0"])
        _ = try desk.now.perform(.setFlag("spacing", to: "60", in: .named(["aurora"])), .plain)
        let words = try desk.now.compare(revision, nil).words
        #expect(
            words == [
                "aurora: wallpapers: manifest 77aa77aa77aa instead of 5d1c5d1c5d1c",
                "aurora: spacing: set to 60", "minimal: wallpapers: manifest 9ab09ab09ab0",
            ]
        )
        #expect(
            try desk.now.compare(revision + 2, revision - 1, in: .named(["minimal"])).words == [
                "minimal: wallpapers: none, instead of manifest 9ab09ab09ab0"
            ]
        )
        #expect(try desk.now.show(revision).words == ["wallpapers: manifest 5d1c5d1c5d1c"])
        let outcome = try desk.now.perform(.rollBack(to: revision), .removing)
        #expect(
            outcome.notes == [
                "aurora: spacing: no longer set to 60",
                "aurora: its wallpapers have changed since and stay as they are",
                "minimal: live as at revision \(revision) already",
                "minimal: its wallpapers have changed since and stay as they are",
            ]
        )
        #expect(outcome.changes.map(\.key.kind) == ["override"])
        #expect(try desk.state("aurora").wallpapers == hash("77aa"))
    }

    @Test("does not outlive the app, and stays when its definitions change")
    func definitions() throws {
        _ = try record([aurora: "5d1c", minimal: "9ab0"])
        var sample = Sample()
        sample.apps["aurora"] = nil
        sample.changeApp("minimal", "name", "Other")
        _ = try desk.now.perform(.apply(sample.definitions()), .removing)
        #expect(try desk.store.read { try $0.documents(app: "aurora") } == [])
        #expect(try desk.state("minimal").wallpapers == hash("9ab0"))
    }
}
