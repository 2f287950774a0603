public import Rollout
import StrictJSON
public import WallpaperManifest

/// What a widget extension asks before it shows a wallpaper.
///
/// Opened once for each timeline, by ``WidgetGate/openWallpapers()``: reads the manifest, holds it against the hash that
/// the signed bundle names, and notes where its wallpapers stand. Of those it reads only the ones that it answers with.
/// It never touches the network.
public struct WallpaperGate: Sendable {
    private let gate: WidgetGate
    /// nil: ``fault`` says why.
    private let outline: ManifestOutline?
    /// Why there is no manifest to answer from; nil: there is one.
    public let fault: WallpaperAnswer.Reason?

    init(_ gate: WidgetGate, _ file: WallpaperFile) {
        self.gate = gate
        (outline, fault) = Self.open(gate, file)
    }

    /// The flag that says which categories the daily pick draws from, in order of preference: a list of their names.
    public static let categoriesFlag = "daily_pick_categories"

    /// The wallpaper of a date, and its picture for a place.
    ///
    /// The same in all families and on all devices that have the same manifest and the same wanted categories, which are
    /// what the flag ``categoriesFlag`` gives. Without that flag, or where it gives something else than a list, all
    /// wallpapers are drawn from.
    ///
    /// - Parameters:
    ///   - date: Of the user's calendar day, Gregorian and in the user's time zone.
    ///   - device: What the device's clock says then: now, or when an entry is to be shown. The wallpaper must be
    ///     published at that moment by the server's clock, whatever date the device believes in.
    public func wallpaper(for place: WallpaperPlace, on date: CivilDate, at device: Instant)
        -> WallpaperAnswer
    {
        guard let outline else { return WallpaperAnswer(fault ?? .unnamed) }
        do {
            var pick = DailyPick(outline.listings, categories: try categories(at: device))
            guard let index = pick.place(on: date),
                outline.listings[index].publication.contains(gate.clock.now(device: device))
            else { return WallpaperAnswer(.nonePublished) }
            let wallpaper = try outline.wallpaper(at: index)
            let picture = wallpaper.variant(for: place)
            return WallpaperAnswer(picture == nil ? .noPicture : .picked, wallpaper, picture)
        } catch {
            return WallpaperAnswer(.unreadable(String(describing: error)))
        }
    }

    private static func open(_ gate: WidgetGate, _ file: WallpaperFile) -> (
        ManifestOutline?, WallpaperAnswer.Reason?
    ) {
        guard let wanted = gate.manifest else { return (nil, .unnamed) }
        do throws(AppGroupError) {
            switch try file.read(wanted) {
            case .nothing: return (nil, .notKept)
            case .other(let found): return (nil, .otherManifest(found))
            case .manifest(let bytes): return outline(bytes, of: gate.app, file)
            }
        } catch {
            return (nil, .notRead(error))
        }
    }

    private static func outline(_ bytes: [UInt8], of app: AppID, _ file: WallpaperFile) -> (
        ManifestOutline?, WallpaperAnswer.Reason?
    ) {
        do throws(ManifestError) {
            let outline = try ManifestOutline(parsing: bytes, file: file.path)
            guard outline.app == app else {
                return (nil, .unreadable("\(file.path): it is of \(outline.app) rather than of \(app)"))
            }
            return (outline, nil)
        } catch {
            return (nil, .unreadable(error.description))
        }
    }

    private func categories(at device: Instant) throws -> [WallpaperCategory] {
        let decision = try gate.decide(FlagKey(Self.categoriesFlag), at: device)
        guard case .json(.array(let names))? = decision?.value else { return [] }
        // No wallpaper has a category whose name breaks the rule, so that it is as good as not wanted.
        return names.compactMap { name in
            if case .string(let text) = name { try? WallpaperCategory(text) } else { nil }
        }
    }
}
