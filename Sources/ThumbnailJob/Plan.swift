package import Rollout
import Thumbnails
package import WallpaperManifest

/// What a run has to do, decided from what was found alone.
package struct Plan: Equatable, Sendable {
    /// A wallpaper that is to be rendered.
    package struct Task: Equatable, Sendable {
        package let picture: SourcePicture
        package let key: String
        package let cause: Cause
    }

    /// Why a wallpaper is rendered.
    package enum Cause: String, Sendable {
        /// It is not published yet.
        case new
        /// It is published, and its file, its focal point or a recipe has changed.
        case changed
        /// It was made, and pictures of it are gone.
        case incomplete
        /// It was set aside, and is tried again because that was asked for.
        case retried
    }

    /// A wallpaper whose pictures are there.
    package struct Kept: Equatable, Sendable {
        package let picture: SourcePicture
        package let rendering: RenderRecord.Rendering
    }

    /// A wallpaper whose source has been read.
    package struct Item: Equatable, Sendable {
        package let picture: SourcePicture
        package let key: String

        package init(picture: SourcePicture, key: String) {
            self.picture = picture
            self.key = key
        }
    }

    /// What is in the output folder.
    package struct Stock: Equatable, Sendable {
        /// By key.
        package var records: [String: RenderRecord]
        /// The names of the pictures.
        package var images: Set<String>
        package var manifests: [AppID: Manifest]

        package init(
            records: [String: RenderRecord] = [:],
            images: Set<String> = [],
            manifests: [AppID: Manifest] = [:]
        ) {
            self.records = records
            self.images = images
            self.manifests = manifests
        }
    }

    /// Wallpapers that an app's clients see and that have no file any more.
    package struct Gone: Equatable, Sendable {
        package let app: AppID
        package let wallpapers: [WallpaperID]
    }

    package var tasks: [Task] = []
    package var kept: [Kept] = []
    /// Set aside in an earlier run, for what is still so.
    package var setAside: [Failure] = []

    /// - Parameter retriesFailed: Whether to try again what was set aside.
    package init(_ items: [Item], _ stock: Stock, retriesFailed: Bool = false) {
        let published = stock.manifests.mapValues { Set($0.wallpapers.map(\.id)) }
        for item in items {
            let picture = item.picture
            switch stock.records[item.key] {
            case .made(let rendering):
                if rendering.variants.allSatisfy({ stock.images.contains($0.file.name) }) {
                    kept.append(Kept(picture: picture, rendering: rendering))
                } else {
                    tasks.append(Task(picture: picture, key: item.key, cause: .incomplete))
                }
            case .failed(let reason):
                if retriesFailed {
                    tasks.append(Task(picture: picture, key: item.key, cause: .retried))
                } else {
                    setAside.append(
                        Failure(app: picture.app, file: picture.file, id: picture.id, reason: reason)
                    )
                }
            case nil:
                let isPublished = published[picture.app]?.contains(picture.id) ?? false
                tasks.append(Task(picture: picture, key: item.key, cause: isPublished ? .changed : .new))
            }
        }
    }
}

extension Plan {
    /// What the run would take out of the manifests since it has no file any more, an app each.
    ///
    /// - Parameter failures: What has a file that is no wallpaper stays as it is published.
    func gone(from stock: Stock, apps: [AppID], _ failures: [Failure]) -> [Gone] {
        let there = Dictionary(grouping: tasks.map(\.picture) + kept.map(\.picture), by: \.app)
        let failed = Dictionary(grouping: failures + setAside, by: \.app)
        return apps.compactMap { app in
            let present = Set((there[app] ?? []).map(\.id) + (failed[app] ?? []).compactMap(\.id))
            let gone = (stock.manifests[app]?.wallpapers ?? []).map(\.id).filter { !present.contains($0) }
            return gone.isEmpty ? nil : Gone(app: app, wallpapers: gone)
        }
    }
}
