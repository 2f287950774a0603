public import Rollout
public import WallpaperManifest

/// Which wallpaper a widget shows, and which of its pictures, or why none.
public struct WallpaperAnswer: Equatable, Sendable {
    /// Why.
    public enum Reason: Equatable, Sendable {
        /// It is the day's pick, and there is a picture for the place.
        case picked
        /// It is the day's pick, and WidgetKit would take none of its pictures in the place, or there are none of that
        /// recipe.
        case noPicture
        /// No wallpaper is published at that moment and as long as the date lasts.
        case nonePublished
        /// The bundle names no manifest, or there is no bundle.
        case unnamed
        /// The app has not yet kept a manifest.
        case notKept
        /// The file holds something else than the manifest that the bundle names, older or newer or none at all; its
        /// hash. The app fetches the right one.
        case otherManifest(ManifestHash)
        /// The file cannot be read.
        case notRead(AppGroupError)
        /// The server has written something that cannot be read: the manifest, the picked wallpaper, or the flag that
        /// says which categories are wanted.
        case unreadable(String)
    }

    /// Why this one, or why none.
    public let reason: Reason
    /// The wallpaper; nil when there is none to show.
    ///
    /// Its placeholder does for ``Reason/noPicture``, and until the picture's file is there.
    public let wallpaper: Manifest.Wallpaper?
    /// The picture to show; nil when there is none.
    ///
    /// Whether its file is there is the app's affair.
    public let picture: Manifest.Variant?

    init(_ reason: Reason, _ wallpaper: Manifest.Wallpaper? = nil, _ picture: Manifest.Variant? = nil) {
        self.reason = reason
        self.wallpaper = wallpaper
        self.picture = picture
    }
}
