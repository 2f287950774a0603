public import ConfigBundle
public import Foundation
public import Rollout
public import WallpaperManifest
public import WidgetGating

/// What a client has to know.
public struct ClientSettings: Sendable {
    /// The app's name in addresses and files, such as `minimal-wallpapers`; not its bundle ID.
    public var app: AppID
    /// Where its bundles come from.
    public var source: BundleSource
    /// Whose bundles are believed.
    public var trust: BundleTrust
    /// Where the bundle is kept, for the app and its extensions.
    public var directory: AppGroupDirectory
    /// A bundle that came with the app, for as long as none has come from the server: the body of `/config` at the time
    /// when the app was built, not compressed.
    ///
    /// It is believed as it is, like the rest of the app, and counts as older than any other. nil: until the first
    /// answer there is nothing to decide by.
    public var embedded: [UInt8]?
    /// Who asks.
    ///
    /// Without an installation ID it gets that of the App Group.
    public var context: Context

    /// Settings out of their parts.
    public init(
        app: AppID,
        source: BundleSource,
        trust: BundleTrust,
        directory: AppGroupDirectory,
        embedded: [UInt8]? = nil,
        context: Context = Context()
    ) {
        self.app = app
        self.source = source
        self.trust = trust
        self.directory = directory
        self.embedded = embedded
        self.context = context
    }

    /// Where to fetch a picture of a wallpaper.
    ///
    /// What comes from there is the picture if `ImageFile.isContent(_:)` says so; then it never changes, and is best kept in
    /// the App Group under its name. What has left the manifest may be gone: 404.
    public func address(of picture: ImageFile) -> URL { source.address(of: picture, in: app) }

    /// Where it is said what is in force.
    var address: URL { source.address(of: app) }
}
