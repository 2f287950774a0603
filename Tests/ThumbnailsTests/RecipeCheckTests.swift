import Rollout
import Testing

@testable import Thumbnails
import WallpaperManifest

@Suite("Checking recipes")
struct RecipeCheckTests {
    private func recipe(_ size: PixelSize, entries: Int = 1, unsafeOn: [String] = []) -> Recipe {
        Recipe(
            name: "one",
            summary: "One size.",
            families: [.systemMedium],
            deviceKind: nil,
            entries: entries,
            magnification: 1,
            fit: .centre,
            treatment: .none,
            encoding: .jpeg(quality: 80),
            sizing: .fixed(size, unsafeOn: unsafeOn)
        )
    }

    private func place(_ device: String, _ family: WidgetFamily) throws -> DeviceTable.Place {
        let places = try Shipped.table().places(of: [family], on: nil)
        return try #require(places.first { $0.device == device })
    }

    @Test("The shipped recipes are safe on every device, but where they say that they are not")
    func shipped() throws {
        let checks = RecipeCheck.all(try Shipped.book(), on: try Shipped.table())
        #expect(checks.count > 100)
        #expect(checks.filter(\.isFault).map(\.explanation) == [])
        let unsafe = checks.filter { !$0.violations.isEmpty }
        #expect(Set(unsafe.map(\.recipe.name)) == ["classic"])
    }

    @Test(
        "An image for the largest phone is too large for the smallest iPad, and the largest that passes is named"
    )
    func areaOfSmallestIPad() throws {
        let size = PixelSize(width: 1092, height: 510)
        let check = RecipeCheck(
            recipe(size),
            try place("iPad 768x1024", .systemMedium),
            try Shipped.book().limits
        )
        #expect(check.violations == [.area] && check.isFault)
        #expect(check.largestSafe == PixelSize(width: 1084, height: 506))
        #expect(
            check.explanation
                == "1092x510 is 556920 px, and WidgetKit refuses more than 549120.0 in systemMedium of 520x240 px; "
                + "the largest of its shape that passes is 1084x506"
        )
        let phone = RecipeCheck(
            recipe(size),
            try place("iPhone 430x932", .systemMedium),
            try Shipped.book().limits
        )
        #expect(phone.violations == [] && phone.explanation == "" && phone.cover?.sharpness == 1)
    }

    @Test("Six entries of a large widget's native size are more than memory holds")
    func memory() throws {
        let check = RecipeCheck(
            recipe(PixelSize(width: 1092, height: 1146), entries: 6),
            try place("iPhone 430x932", .systemLarge),
            try Shipped.book().limits
        )
        // 10,485,760 / 6 / 1.5 = 1,165,084 px an entry is what the archive holds.
        #expect(check.violations == [.memory, .archive])
        #expect(check.explanation.contains("6 entries of 1092x1146 are 30034368 bytes decoded"))
        // 1,000,000 px: sqrt(1,000,000 x 1092 / 1146) = 976.2
        #expect(check.largestSafe == PixelSize(width: 976, height: 1024))
    }

    @Test("So many entries of hard pictures are more than the archive holds")
    func archive() throws {
        let limits = WidgetLimits(
            memoryBytes: 900_000_000,
            reserveBytes: 0,
            areaTenths: 44,
            archiveBytes: 10_485_760,
            bytesPerPixel: 1.5,
            cropPercent: 10
        )
        // 40 x 520 x 240 x 1.5 = 7,488,000 fits, 60 do not: 11,232,000.
        let place = try place("iPad 768x1024", .systemMedium)
        let size = PixelSize(width: 520, height: 240)
        #expect(RecipeCheck(recipe(size, entries: 40), place, limits).violations == [])
        let check = RecipeCheck(recipe(size, entries: 60), place, limits)
        #expect(check.violations == [.archive])
        #expect(check.explanation.contains("60 entries of 520x240 may be 11232000 bytes encoded"))
    }

    @Test("A place that a recipe lists as unsafe is no fault by its area, and still is by memory")
    func listed() throws {
        let place = try place("iPad 768x1024", .systemMedium)
        let limits = try Shipped.book().limits
        let size = PixelSize(width: 1092, height: 510)
        #expect(!RecipeCheck(recipe(size, unsafeOn: ["iPad 768x1024"]), place, limits).isFault)
        #expect(RecipeCheck(recipe(size, entries: 50, unsafeOn: ["iPad 768x1024"]), place, limits).isFault)
    }

    @Test(
        "The classic picture is unsafe in a small widget of every @2x phone and iPad, and safe on @3x phones"
    )
    func classic() throws {
        let book = try Shipped.book()
        let classic = try #require(book.recipes.first { $0.name == "classic" })
        let table = try Shipped.table()
        for place in table.places(of: [.systemSmall], on: nil) {
            let check = RecipeCheck(classic, place, book.limits)
            let isAtTwo =
                place.device.hasPrefix("iPad")
                || ["@2x", "667", "568"].contains { place.device.hasSuffix($0) }
            #expect(check.violations.isEmpty == !isAtTwo, "\(place.device)")
            #expect(check.isListedAsUnsafe == isAtTwo, "\(place.device)")
        }
    }
}
