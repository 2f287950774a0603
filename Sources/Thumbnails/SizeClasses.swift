import WallpaperManifest

extension Recipe {
    /// The recipe with the pictures that the devices of a table need.
    ///
    /// Of a recipe with classes these are the fewest that give every place a picture as sharp as its screen, and of
    /// several such sets the one whose pictures have the fewest pixels in all places together. Where a limit does not
    /// allow as much, the picture is as sharp as the limit allows, to within ``SizeClasses/slack``.
    func computed(for table: DeviceTable, _ limits: WidgetLimits) -> Recipe {
        let places = places(in: table)
        switch sizing {
        case .classes:
            return sized(.classes(SizeClasses(self, places, limits).classes))
        case .fixed(let size, _):
            let unsafe = places.filter { size.area > limits.areaCap(of: $0.size) }
            return sized(.fixed(size, unsafeOn: unsafe.map(label)))
        }
    }
}

/// The search for the fewest sizes that serve all places of a recipe.
struct SizeClasses {
    /// How far below the sharpest that a limit allows a shared picture may stay.
    ///
    /// Without it, places that differ by a pixel would each have a picture of their own as soon as a limit binds.
    static let slack = 0.05

    /// A place with what can be had for it.
    private struct Demand {
        let label: String
        /// As many pixels as are drawn.
        let wanted: PixelSize
        /// The most pixels that a picture may have there.
        let budget: Int
        /// How sharp a picture of its own would be; 1: as the screen.
        let reachable: Double
    }

    private let recipe: Recipe
    private let limits: WidgetLimits
    /// From the smallest place to the largest.
    private let demands: [Demand]
    private let order: [String]

    init(_ recipe: Recipe, _ places: [DeviceTable.Place], _ limits: WidgetLimits) {
        self.recipe = recipe
        self.limits = limits
        order = places.map(recipe.label)
        let shared = min(
            limits.memoryCap(entries: recipe.entries),
            limits.archiveCap(entries: recipe.entries)
        )
        demands = places.map { place in
            let wanted = recipe.wanted(in: place.size)
            let budget = min(shared, limits.areaCap(of: place.size))
            return Demand(
                label: recipe.label(of: place),
                wanted: wanted,
                budget: budget,
                reachable: min(1, (Double(budget) / Double(wanted.area)).squareRoot())
            )
        }.sorted { ($0.wanted.area, $0.label) < ($1.wanted.area, $1.label) }
    }

    /// The classes, the smallest first.
    var classes: [SizeClass] {
        // The best division of the first places into classes, for each number of places. Only places next to each
        // other in size share a class: whatever serves two serves those between them.
        var best: [(groups: [Range<Int>], pixels: Int)] = [([], 0)]
        for end in demands.indices.map({ $0 + 1 }) {
            var choice: (groups: [Range<Int>], pixels: Int)?
            for start in 0..<end {
                guard let size = shared(by: start..<end) else { continue }
                let groups = best[start].groups + [start..<end]
                let pixels = best[start].pixels + size.area * (end - start)
                if let choice, (choice.groups.count, choice.pixels) <= (groups.count, pixels) { continue }
                choice = (groups, pixels)
            }
            guard let choice else { preconditionFailure("a place alone always has a picture") }
            best.append(choice)
        }
        let groups = best[demands.count].groups
        return groups.compactMap { group in shared(by: group).map { sizeClass($0, demands[group]) } }
    }

    /// The smallest picture that serves all of these places; nil when none does.
    private func shared(by group: Range<Int>) -> PixelSize? {
        let demands = demands[group]
        let size = PixelSize(
            width: demands.map { Self.side($0.wanted.width, $0.reachable) }.max() ?? 1,
            height: demands.map { Self.side($0.wanted.height, $0.reachable) }.max() ?? 1
        ).shrunk(toArea: demands.map(\.budget).min() ?? 1)
        let serves = demands.allSatisfy { demand in
            let fit = Cover(size, over: demand.wanted)
            let needed = demand.reachable < 1 ? demand.reachable * (1 - Self.slack) : 1
            return fit.sharpness >= needed && fit.cropPercent <= Double(limits.cropPercent)
        }
        // A place alone is served as well as it can be, even where rounding to whole pixels costs a little.
        return serves || demands.count == 1 ? size : nil
    }

    private static func side(_ wanted: Int, _ reachable: Double) -> Int {
        reachable < 1 ? Int(Double(wanted) * reachable) : wanted
    }

    private func sizeClass(_ size: PixelSize, _ demands: ArraySlice<Demand>) -> SizeClass {
        let labels = Set(demands.map(\.label))
        let below = demands.compactMap { demand -> (String, Int)? in
            let sharpness = Cover(size, over: demand.wanted).sharpness
            return sharpness < 1 ? (demand.label, Int(sharpness * 100)) : nil
        }
        return SizeClass(
            size: size,
            places: order.filter(labels.contains),
            belowNative: Dictionary(below) { first, _ in first }
        )
    }
}
