import Rollout
import Testing
import WallpaperManifest

@testable import ThumbnailJob

@Suite("Publishing")
struct ManifestUpdateTests {
    private static let images = Set("abc".map { "\(String(repeating: $0, count: 64)).jpg" })

    private func update(
        _ kept: KeyValuePairs<String, Character>,
        failed: [String] = [],
        current: KeyValuePairs<String, Character>?,
        images: Set<String> = images,
        allowsRemoval: Bool = false
    ) throws -> ManifestUpdate {
        ManifestUpdate(
            app: try Sample.app(),
            kept: try kept.map { try Sample.kept($0.key, $0.value) },
            failures: try failed.map { name in
                Failure(app: try Sample.app(), file: "\(name).jpg", id: try WallpaperID(name), reason: "no")
            },
            current: try current.map { try Sample.manifest($0) },
            images: images,
            allowsRemoval: allowsRemoval
        )
    }

    @Test("the first time shows all there is")
    func first() throws {
        let update = try update(["fjord": "a", "dune": "b"], current: nil)
        #expect(update.decision == .publish(try Sample.manifest(["dune": "b", "fjord": "a"])))
        #expect(update.dropped == [])
    }

    @Test("names the wallpapers that go")
    func gone() throws {
        let update = try update(["fjord": "a"], current: ["dune": "b", "fjord": "a", "lake": "c"])
        #expect(update.gone.map(\.text) == ["dune", "lake"])
        // What cannot be made any more stays, as long as its pictures are there.
        #expect(
            try self.update(["fjord": "a"], failed: ["dune"], current: ["dune": "b", "fjord": "a"]).gone == []
        )
    }

    @Test("is left alone when nothing has changed")
    func unchanged() throws {
        #expect(try update(["fjord": "a"], current: ["fjord": "a"]).decision == .unchanged)
    }

    @Test("takes what is gone away, and lets the time of its pictures run")
    func removal() throws {
        let update = try update(["fjord": "a"], current: ["fjord": "a", "dune": "b"])
        #expect(update.decision == .publish(try Sample.manifest(["fjord": "a"])))
        #expect(update.dropped == ["\(String(repeating: "b", count: 64)).jpg"])
    }

    @Test("does not drop a picture that another wallpaper shares")
    func shared() throws {
        #expect(try update(["fjord": "a"], current: ["fjord": "a", "twin": "a"]).dropped == [])
    }

    @Test("keeps what was shown of a wallpaper that cannot be made any more, while its pictures are there")
    func failures() throws {
        let kept = try update(["fjord": "a"], failed: ["dune"], current: ["fjord": "c", "dune": "b"])
        #expect(kept.decision == .publish(try Sample.manifest(["fjord": "a", "dune": "b"])))
        let gone = try update(
            ["fjord": "a"],
            failed: ["dune"],
            current: ["fjord": "c", "dune": "b"],
            images: Self.images.subtracting(["\(String(repeating: "b", count: 64)).jpg"])
        )
        #expect(gone.decision == .publish(try Sample.manifest(["fjord": "a"])))
        #expect(
            try update([:], failed: ["dune"], current: nil).decision == .publish(try Sample.manifest([:]))
        )
    }

    @Test("is held when an app would lose all, unless that is allowed")
    func emptied() throws {
        #expect(try update([:], current: ["fjord": "a"]).decision == .held)
        let allowed = try update([:], current: ["fjord": "a"], allowsRemoval: true)
        #expect(allowed.decision == .publish(try Sample.manifest([:])))
        #expect(allowed.dropped.count == 1)
    }
}
