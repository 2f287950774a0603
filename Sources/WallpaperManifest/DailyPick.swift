public import Rollout

/// The wallpaper of the day (`pick-v1`, frozen): the same on every device and on the server for one manifest.
///
/// Each wallpaper has a score for each date, made of both names alone, and the highest wins. So a wallpaper that is
/// added or goes changes the pick of few dates, and devices with yesterday's and today's manifest mostly agree.
///
/// No wallpaper is picked twice within ``window`` days, as far as there are enough: a date passes over the picks of
/// the dates around it that come before it in a fixed order, which is that of their day numbers' lowest three bits
/// read backwards. It is found anew for each date, from nothing but the manifest.
public struct DailyPick {
    /// For so many days a wallpaper does not come again when there are 15 or more to pick from, and for about half as
    /// many days as there are wallpapers when there are fewer.
    public static let window = 8

    private let candidates: [WallpaperListing]
    /// The place of each candidate's category among those wanted.
    private let ranks: [Int]
    private var known: [Int64: Int?] = [:]

    /// - Parameter categories: To draw from, in order of preference: the first that has a wallpaper on a date is that
    ///   date's; empty, or when none has one: all wallpapers.
    public init(_ manifest: Manifest, categories: [WallpaperCategory] = []) {
        let listings = manifest.wallpapers.map {
            WallpaperListing(
                id: $0.id,
                category: $0.category,
                publication: $0.publication,
                app: manifest.app
            )
        }
        self.init(listings, categories: categories)
    }

    /// - Parameter listings: Of all wallpapers of an app.
    package init(_ listings: [WallpaperListing], categories: [WallpaperCategory]) {
        candidates = listings
        ranks = listings.map { listing in
            listing.category.flatMap { categories.firstIndex(of: $0) } ?? categories.count
        }
    }

    /// The pick for a date of the user's calendar day.
    ///
    /// Only wallpapers that are published as long as the date lasts anywhere on Earth are picked; nil: there is none.
    public mutating func wallpaper(on date: CivilDate) -> WallpaperID? {
        place(on: date).map { candidates[$0].id }
    }

    /// Which of the listings is picked; nil: none.
    package mutating func place(on date: CivilDate) -> Int? { pick(date.daysSince1970) }
}

extension DailyPick {
    /// The index of the candidate.
    private mutating func pick(_ day: Int64) -> Int? {
        if let known = known[day] { return known }
        let date = CivilDate(daysSince1970: day)
        let eligible = candidates.indices.filter { candidates[$0].publication.covers(date) }
        let best = eligible.map { ranks[$0] }.min()
        let drawn = eligible.filter { ranks[$0] == best }
        let reach = Int64(min(Self.window - 1, (drawn.count - 1) / 2))
        var passedOver: Set<Int> = []
        if reach > 0 {
            for other in (day - reach)...(day + reach) where Self.order(other) < Self.order(day) {
                if let index = pick(other) { passedOver.insert(index) }
            }
        }
        let winner = drawn.filter { !passedOver.contains($0) }.max { a, b in
            (candidates[a].score(day), candidates[b].id) < (candidates[b].score(day), candidates[a].id)
        }
        known[day] = .some(winner)
        return winner
    }

    /// 0 to 7: the lowest three bits of the day's number read backwards.
    private static func order(_ day: Int64) -> Int64 { (day & 1) << 2 | (day & 2) | (day & 4) >> 2 }
}

extension WallpaperListing {
    /// SplitMix64 over the key and the day (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
    fileprivate func score(_ day: Int64) -> UInt64 {
        var mixed = key ^ (UInt64(bitPattern: day) &* 0x9E37_79B9_7F4A_7C15)
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
