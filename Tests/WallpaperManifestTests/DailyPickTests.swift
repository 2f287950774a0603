import Rollout
import StrictJSON
import Testing
import TestSupport
import WallpaperManifest

@Suite("The daily pick")
struct DailyPickTests {
    private static func manifest(
        _ count: Int,
        category: (Int) -> String? = { _ in nil },
        publication: (Int) throws -> Publication = { _ in .always }
    ) throws -> Manifest {
        let wallpapers = try (0..<count).map { index in
            Manifest.Wallpaper(
                id: try WallpaperID("wallpaper-\(index)"),
                title: "W",
                category: try category(index).map { try WallpaperCategory($0) },
                publication: try publication(index),
                placeholder: "L",
                variants: []
            )
        }
        return Manifest(app: try AppID("aurora"), wallpapers: wallpapers)
    }

    private static let dates = (0..<400).map { CivilDate(daysSince1970: 20_788 + $0) }

    private static func picks(_ manifest: Manifest, _ categories: [WallpaperCategory] = []) -> [String] {
        var pick = DailyPick(manifest, categories: categories)
        return dates.map { pick.wallpaper(on: $0)?.text ?? "-" }
    }

    @Test("is what another implementation of its description picks", arguments: [1, 2, 3, 7, 15, 40])
    func vectors(_ count: Int) throws {
        let answer = try Python.answer(
            to: ["count": .integer(Int64(count)), "first": .integer(20_788), "days": .integer(400)],
            """
            import hashlib, struct
            M = (1 << 64) - 1
            def key(name):
                fields = [b"pick-v1", b"aurora", name.encode()]
                return int.from_bytes(hashlib.sha256(b"".join(struct.pack(">I", len(f)) + f for f in fields)).digest()[:8], "big")
            def score(k, day):
                z = k ^ (day * 0x9E3779B97F4A7C15 & M)
                z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & M
                z = (z ^ z >> 27) * 0x94D049BB133111EB & M
                return z ^ z >> 31
            names = [f"wallpaper-{i}" for i in range(request["count"])]
            keys = {name: key(name) for name in names}
            reach = min(7, (len(names) - 1) // 2)
            rank = [0, 4, 2, 6, 1, 5, 3, 7]
            memo = {}
            def pick(day):
                if day not in memo:
                    near = {pick(d) for d in range(day - reach, day + reach + 1) if rank[d % 8] < rank[day % 8]}
                    memo[day] = max((n for n in names if n not in near), key=lambda n: score(keys[n], day))
                return memo[day]
            answer = [pick(request["first"] + i) for i in range(request["days"])]
            """
        )
        #expect(answer == .array(Self.picks(try Self.manifest(count)).map { .string($0) }))
    }

    @Test("does not come again within a week where there are enough, and is not the same twice with three")
    func repeats() throws {
        for (count, gap) in [(3, 1), (7, 3), (15, 7), (100, 7)] {
            let picks = Self.picks(try Self.manifest(count))
            for (day, pick) in picks.enumerated() {
                #expect(!picks[max(0, day - gap)..<day].contains(pick), "\(count) wallpapers, day \(day)")
            }
        }
    }

    @Test("comes to every wallpaper about as often")
    func fairness() throws {
        let picks = Self.picks(try Self.manifest(20))
        let counts = Dictionary(grouping: picks) { $0 }.mapValues(\.count)
        #expect(counts.count == 20)
        #expect(counts.values.allSatisfy { 8...34 ~= $0 }, "\(counts)")
    }

    @Test("changes on few dates when a wallpaper is added")
    func stability() throws {
        let (before, after) = (Self.picks(try Self.manifest(100)), Self.picks(try Self.manifest(101)))
        let changed = zip(before, after).count { $0 != $1 }
        // 4 of 400 dates go to the new one; each may move a few around it.
        #expect(1...20 ~= changed, "\(changed)")
    }

    @Test("is drawn from the first of the wanted categories that has a wallpaper that day")
    func categories() throws {
        let manifest = try Self.manifest(30, category: { ["nature", "abstract", nil][$0 % 3] })
        let place = try Dictionary(
            uniqueKeysWithValues: (0..<30).map { (try WallpaperID("wallpaper-\($0)").text, $0 % 3) }
        )
        func drawn(_ names: [String]) throws -> Set<Int?> {
            Set(Self.picks(manifest, try names.map { try WallpaperCategory($0) }).map { place[$0] })
        }
        #expect(try drawn(["seasonal", "abstract", "nature"]) == [1])
        #expect(try drawn(["nature"]) == [0])
        #expect(try drawn(["none-such"]) == [0, 1, 2])
    }

    @Test("is only a wallpaper that is published all that day, everywhere")
    func published() throws {
        let first = Self.dates[100].start
        let manifest = try Self.manifest(
            1,
            publication: { _ in Publication(from: first, until: first.adding(seconds: 10 * 86_400)) }
        )
        let picks = Self.picks(manifest)
        #expect(picks.indices.filter { picks[$0] != "-" } == Array(101...108))
    }
}
