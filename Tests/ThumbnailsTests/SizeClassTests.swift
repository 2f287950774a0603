import Rollout
import Testing
import TestSupport

@testable import Thumbnails
import WallpaperManifest

@Suite("Size classes")
struct SizeClassTests {
    @Test("in the repository are those that the table asks for")
    func shipped() throws {
        let book = try Shipped.book()
        #expect(book == book.computed(for: try Shipped.table()))
        #expect(try book.text == Repository.text("Thumbnails/recipes.json"))
    }

    /// Each recipe with classes.
    private static func recipes() throws -> [Recipe] {
        try Shipped.book().recipes.filter { if case .classes = $0.sizing { true } else { false } }
    }

    @Test("give every place what it lists, by the rule that apps choose with")
    func places() throws {
        let (book, table) = (try Shipped.book(), try Shipped.table())
        for recipe in try Self.recipes() {
            guard case .classes(let classes) = recipe.sizing else { continue }
            #expect(classes.flatMap(\.places).sorted() == recipe.places(in: table).map(recipe.label).sorted())
            for place in recipe.places(in: table) {
                let label = recipe.label(of: place)
                let listed = try #require(classes.first { $0.places.contains(label) })
                let wanted = recipe.wanted(in: place.size)
                let chosen = recipe.sizes.chosen(for: wanted, areaCap: book.limits.areaCap(of: place.size))
                let sharpness = chosen.map { Cover($0, over: wanted).sharpness } ?? 0
                let promised = listed.belowNative[label].map { Double($0) / 100 } ?? 1
                #expect(sharpness >= promised, "\(recipe.name) \(label)")
            }
        }
    }

    @Test("are as few as can be: no set that is smaller by one serves all places")
    func fewest() throws {
        let limits = try Shipped.book().limits
        for recipe in try Self.recipes() {
            let places = recipe.places(in: try Shipped.table())
            // Any picture worth making for a set of places is as wide as one of them wants and as high as another, or
            // is bound by a limit; so trying all of these tries all that could be better.
            let wanted = places.map { recipe.wanted(in: $0.size) }
            var served: Set<Set<Int>> = []
            for width in Set(wanted.map(\.width)) {
                for height in Set(wanted.map(\.height)) {
                    let size = PixelSize(width: width, height: height)
                    served.insert(Set(places.indices.filter { serves(size, places[$0], recipe, limits) }))
                }
            }
            for place in places.indices where !served.contains(where: { $0.contains(place) }) {
                // A limit binds: the picture of any size that would do serves it alone here, which only helps this side.
                served.insert([place])
            }
            let isBound = places.contains { place in
                let wanted = recipe.wanted(in: place.size)
                return wanted.area
                    > min(limits.memoryCap(entries: recipe.entries), limits.areaCap(of: place.size))
            }
            if isBound { continue }
            #expect(!covers(Array(served), Set(places.indices), recipe.sizes.count - 1), "\(recipe.name)")
            #expect(covers(Array(served), Set(places.indices), recipe.sizes.count), "\(recipe.name)")
        }
    }

    private func serves(
        _ size: PixelSize,
        _ place: DeviceTable.Place,
        _ recipe: Recipe,
        _ limits: WidgetLimits
    ) -> Bool {
        let cover = Cover(size, over: recipe.wanted(in: place.size))
        return cover.sharpness >= 1 && cover.cropPercent <= Double(limits.cropPercent)
            && size.area <= limits.areaCap(of: place.size)
            && size.area <= limits.memoryCap(entries: recipe.entries)
            && size.area <= limits.archiveCap(entries: recipe.entries)
    }

    private func covers(_ sets: [Set<Int>], _ all: Set<Int>, _ count: Int) -> Bool {
        if all.isEmpty { return true }
        guard count > 0, let place = all.first else { return false }
        return sets.contains { $0.contains(place) && covers(sets, all.subtracting($0), count - 1) }
    }

    @Test("never break a limit and cut no more than is allowed, whatever the devices")
    func property() throws {
        var generator = SeededGenerator()
        let seed = "\(generator)"
        let limits = try Shipped.book().limits
        let recipe = try #require(try Shipped.book().recipes.first { $0.name == "large" })
        for _ in 0..<200 {
            let devices = (0..<Int.random(in: 1...12, using: &generator)).map { index in
                let side = Int.random(in: 100...1500, using: &generator)
                let size = PixelSize(
                    width: side,
                    height: side * Int.random(in: 50...200, using: &generator) / 100
                )
                return DeviceTable.Place(device: "device \(index)", family: .systemLarge, size: size)
            }
            let classes = SizeClasses(recipe, devices, limits).classes
            #expect(classes.flatMap(\.places).count == devices.count, "\(seed)")
            for sizeClass in classes {
                for place in devices where sizeClass.places.contains(place.device) {
                    let cover = Cover(sizeClass.size, over: place.size)
                    let cap = min(limits.memoryCap(entries: 6), limits.areaCap(of: place.size))
                    #expect(sizeClass.size.area <= cap, "\(seed)")
                    #expect(cover.cropPercent <= Double(limits.cropPercent) + 0.5, "\(seed)")
                    #expect(cover.sharpness >= 1 || sizeClass.belowNative[place.device] != nil, "\(seed)")
                }
            }
        }
    }
}
