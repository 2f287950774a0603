import Rollout
package import StrictJSON
package import WallpaperManifest

/// Whether a recipe's pictures are safe in one place, with the numbers.
package struct RecipeCheck: Equatable, Sendable {
    /// A limit that is broken.
    package enum Violation: Equatable, Sendable {
        /// More pixels than WidgetKit takes there.
        case area
        /// More bytes than memory holds once all entries are decoded.
        case memory
        /// More bytes than the timeline's archive may have.
        case archive
        /// There is no picture at all: the classes have not been computed.
        case missing
    }

    package let recipe: Recipe
    package let place: DeviceTable.Place
    /// The picture that an app shows there; nil: there is none.
    package let size: PixelSize?
    package let cover: Cover?
    package let violations: [Violation]
    /// The largest picture of the same shape that would be safe there.
    package let largestSafe: PixelSize?
    /// Whether the recipe lists the place as one where its picture is not safe.
    package let isListedAsUnsafe: Bool
    private let limits: WidgetLimits

    /// Checks every recipe in every place where it shows.
    package static func all(_ book: RecipeBook, on table: DeviceTable) -> [RecipeCheck] {
        book.recipes.flatMap { recipe in
            recipe.places(in: table).map { RecipeCheck(recipe, $0, book.limits) }
        }
    }

    /// - Parameter place: One that shows the recipe's pictures.
    package init(_ recipe: Recipe, _ place: DeviceTable.Place, _ limits: WidgetLimits) {
        self.recipe = recipe
        self.place = place
        self.limits = limits
        let areaCap = limits.areaCap(of: place.size)
        let wanted = recipe.wanted(in: place.size)
        // What an app would show, or else, so that the numbers say why it shows nothing, the smallest.
        let size =
            recipe.sizes.chosen(for: wanted, areaCap: areaCap) ?? recipe.sizes.min { $0.area < $1.area }
        self.size = size
        cover = size.map { Cover($0, over: wanted) }
        if case .fixed(_, let unsafeOn) = recipe.sizing {
            isListedAsUnsafe = unsafeOn.contains(recipe.label(of: place))
        } else {
            isListedAsUnsafe = false
        }
        guard let size else {
            violations = [.missing]
            largestSafe = nil
            return
        }
        let memoryCap = limits.memoryCap(entries: recipe.entries)
        let archiveCap = limits.archiveCap(entries: recipe.entries)
        var violations: [Violation] = []
        if size.area > areaCap { violations.append(.area) }
        if size.area > memoryCap { violations.append(.memory) }
        if size.area > archiveCap { violations.append(.archive) }
        self.violations = violations
        largestSafe = size.shrunk(toArea: max(1, min(areaCap, memoryCap, archiveCap)))
    }

    /// Whether it is a fault: a violation that the recipe does not own up to.
    package var isFault: Bool {
        isListedAsUnsafe ? violations.contains { $0 != .area } : !violations.isEmpty
    }

    /// Each violation in numbers, with what would pass; empty when there is none.
    package var explanation: String {
        if violations.isEmpty { return "" }
        let remedy = largestSafe.map { "; the largest of its shape that passes is \($0)" } ?? ""
        return violations.map(words).joined(separator: "; ") + remedy
    }

    private func words(_ violation: Violation) -> String {
        guard let size else { return "it has no picture; run `thumbnailer classes`" }
        switch violation {
        case .missing: return "it has no picture"
        case .area:
            return "\(size) is \(size.area) px, and WidgetKit refuses more than "
                + "\(limits.exactAreaCap(of: place.size)) in \(place.family.rawValue) of \(place.size) px"
        case .memory:
            return
                "\(recipe.entries) entries of \(size) are \(recipe.entries * size.decodedBytes) bytes decoded, "
                + "and \(limits.memoryBytes) less a reserve of \(limits.reserveBytes) is "
                + "\(limits.memoryBytes - limits.reserveBytes)"
        case .archive:
            return
                "\(recipe.entries) entries of \(size) may be \(recipe.entries * limits.byteCap(of: size)) bytes "
                + "encoded, and a timeline's archive holds \(limits.archiveBytes)"
        }
    }

    /// Everything about it, for programs.
    package var json: JSON {
        var object: [String: JSON] = [
            "recipe": .string(recipe.name), "device": .string(place.device),
            "family": .string(place.family.rawValue), "native": place.size.json,
            "areaCap": .number(limits.exactAreaCap(of: place.size)), "safe": .bool(violations.isEmpty),
            "listedAsUnsafe": .bool(isListedAsUnsafe), "size": size?.json ?? .null,
        ]
        if let size, let cover {
            object["area"] = .integer(Int64(size.area))
            object["decodedBytes"] = .integer(Int64(recipe.entries * size.decodedBytes))
            object["archiveBytes"] = .integer(Int64(recipe.entries * limits.byteCap(of: size)))
            object["sharpnessPercent"] = .integer(Int64(cover.sharpness * 100))
            object["cropPercent"] = .number((cover.cropPercent * 10).rounded() / 10)
        }
        if !violations.isEmpty {
            object["violations"] = .array(violations.map { .string("\($0)") })
            object["explanation"] = .string(explanation)
            object["largestSafe"] = largestSafe?.json ?? .null
        }
        return .object(object)
    }
}
