import Foundation
import Rollout
import WallpaperManifest
import WidgetConfig
import WidgetGating

/// Fetches the pictures that the widgets will show today and on the next days, and removes those of days gone by.
///
/// - Returns: Whether there are new ones.
func fetchPictures(_ settings: ClientSettings, now: Date = .now) async -> Bool {
    let gate = WidgetGate.wallpapers.openWallpapers()
    var wanted: Set<ImageFile> = []
    // Yesterday's is still on the screen of a device that has not made a new timeline.
    for day in -1...2 {
        let moment = now.addingTimeInterval(Double(day) * 86_400)
        guard let date = CivilDate(moment) else { continue }
        for place in WidgetPlaces.all {
            let answer = gate.wallpaper(for: place, on: date, at: Instant(moment))
            if let picture = answer.picture?.file { wanted.insert(picture) }
        }
    }
    // As while a new manifest is on its way: what is there stays.
    guard !wanted.isEmpty else { return false }
    var hasNew = false
    do {
        for picture in wanted where !Pictures.has(picture.name) {
            let (data, _) = try await URLSession.shared.data(from: settings.address(of: picture))
            guard picture.isContent([UInt8](data)) else {
                print("\(picture.name): what came is another file")
                continue
            }
            try Pictures.keep(data, of: picture)
            hasNew = true
        }
        try Pictures.keepOnly(Set(wanted.map(\.name)))
    } catch {
        // The next time the app is woken it tries again, and until then the widgets show what is there.
        print("pictures: \(error)")
    }
    return hasNew
}
