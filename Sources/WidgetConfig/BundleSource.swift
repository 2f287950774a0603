import ConfigBundle
public import Foundation
import Rollout
import WallpaperManifest

/// Where an app's bundles come from.
public enum BundleSource: Hashable, Sendable {
    /// A server, such as `https://config.example.com`; a path is kept in front of the server's own.
    case server(URL)
    /// What `widgetctl publish` has written, on a web server, in a bucket or behind a CDN: the address of the directory.
    ///
    /// Nothing waits there, so a change arrives with the next poll: on the screen within a minute or two.
    case files(URL)

    /// Whether an answer can be held back until something changes.
    var allowsWaiting: Bool {
        switch self {
        case .server: true
        case .files: false
        }
    }

    /// Where it is said what is in force of an app.
    func address(of app: AppID) -> URL {
        switch self {
        case .server: folder(of: app).appending(path: "config")
        case .files: folder(of: app).appending(path: BundlePointer.name)
        }
    }

    /// Where the manifest of an app's wallpapers is.
    func manifest(of app: AppID) -> URL {
        switch self {
        case .server: folder(of: app).appending(path: "wallpapers")
        case .files: folder(of: app).appending(path: BundlePointer.compressed("wallpapers"))
        }
    }

    /// Where a picture is.
    func address(of picture: ImageFile, in app: AppID) -> URL {
        folder(of: app).appending(path: "thumbnails").appending(path: picture.name)
    }

    private func folder(of app: AppID) -> URL {
        switch self {
        case .server(let url), .files(let url):
            url.appending(path: "v1").appending(path: "apps").appending(path: app.text)
        }
    }

    func poller(for app: AppID, _ verifier: BundleVerifier, _ fetcher: Fetcher) -> any Poller {
        switch self {
        case .server: ServerPoller(address(of: app), verifier, fetcher)
        case .files: FilePoller(folder(of: app), verifier, fetcher)
        }
    }
}
