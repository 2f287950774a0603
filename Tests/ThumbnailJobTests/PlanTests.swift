import Rollout
import Testing
import Thumbnails

@testable import ThumbnailJob

@Suite("The plan of a run")
struct PlanTests {
    /// What is in the output folder for the one wallpaper, and what is to be done.
    enum Case: CaseIterable {
        case neverSeen, made, madeForAnotherApp, published, pictureGone, failed, failedAndRetried,
            madeAndRetried
    }

    private func plan(_ which: Case) throws -> Plan {
        var stock = Plan.Stock(images: ["\(String(repeating: "a", count: 64)).jpg"])
        switch which {
        case .neverSeen: break
        case .made, .madeAndRetried: stock.records["key"] = .made(try Sample.rendering("a"))
        case .madeForAnotherApp: stock.records["other key"] = .made(try Sample.rendering("a"))
        case .published: stock.manifests[try Sample.app()] = try Sample.manifest(["fjord": "a"])
        case .pictureGone: stock.records["key"] = .made(try Sample.rendering("b"))
        case .failed, .failedAndRetried: stock.records["key"] = .failed("it is damaged")
        }
        let item = Plan.Item(picture: try Sample.picture("fjord"), key: "key")
        return Plan([item], stock, retriesFailed: [.failedAndRetried, .madeAndRetried].contains(which))
    }

    @Test(
        "makes what is new, changed or incomplete, and nothing else",
        arguments: [
            (.neverSeen, .new), (.made, nil), (.madeForAnotherApp, .new), (.published, .changed),
            (.pictureGone, .incomplete), (.failed, nil), (.failedAndRetried, .retried),
            (.madeAndRetried, nil),
        ] as [(Case, Plan.Cause?)]
    )
    func causes(_ which: Case, _ cause: Plan.Cause?) throws {
        let plan = try plan(which)
        #expect(plan.tasks.map(\.cause) == [cause].compactMap(\.self))
        #expect(plan.kept.count == ([.made, .madeAndRetried].contains(which) ? 1 : 0))
        #expect(plan.setAside.map(\.reason) == (which == .failed ? ["it is damaged"] : []))
    }

    @Test("leaves nothing out: every wallpaper is made, kept or set aside")
    func complete() throws {
        let items = try (0..<30).map { Plan.Item(picture: try Sample.picture("w\($0)"), key: "\($0 % 3)") }
        let stock = Plan.Stock(
            records: ["0": .made(try Sample.rendering("a")), "1": .failed("no")],
            images: ["\(String(repeating: "a", count: 64)).jpg"]
        )
        let plan = Plan(items, stock)
        #expect((plan.kept.count, plan.setAside.count, plan.tasks.count) == (10, 10, 10))
    }

    @Test("tells renderings apart by source, focus and what is made, and by nothing else")
    func keys() throws {
        func list(_ change: (String) -> String = { $0 }) throws -> RenditionList {
            RenditionList(try RecipeBook(parsing: Array(change(TinyRecipes.recipes).utf8)))
        }
        let key = try list().key(source: "s", focus: nil)
        #expect(key.utf8.count == 64)
        #expect(try list().key(source: "s", focus: nil) == key)
        #expect(try list { $0.replacing("Tiny.", with: "Other words.") }.key(source: "s", focus: nil) == key)
        let others = [
            try list().key(source: "t", focus: nil),
            try list().key(source: "s", focus: WallpaperNotes.Focus(x: 0.5, y: 0.5)),
            try list { $0.replacing("\"quality\": 80", with: "\"quality\": 81") }.key(
                source: "s",
                focus: nil
            ),
            try list { $0.replacing("[16, 16]", with: "[16, 17]") }.key(source: "s", focus: nil),
            try list { $0.replacing("\"centre\"", with: "\"attention\"") }.key(source: "s", focus: nil),
            try list { $0.replacing("\"tiny\"", with: "\"small\"") }.key(source: "s", focus: nil),
        ]
        #expect(Set(others + [key]).count == others.count + 1)
    }
}
