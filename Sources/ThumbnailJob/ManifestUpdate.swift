package import Rollout
import Thumbnails
package import WallpaperManifest

/// What an app's clients are to see next, decided from what was made and what they see now.
package struct ManifestUpdate: Equatable, Sendable {
    package enum Decision: Equatable, Sendable {
        /// The manifest is as it is to be.
        case unchanged
        case publish(Manifest)
        /// Nothing is left of an app that has wallpapers, which is more likely a mistake than meant.
        case held
    }

    package let decision: Decision
    /// The names of pictures that the present manifest has and the next has not.
    package let dropped: [String]
    /// The wallpapers that the present manifest has and the next has not.
    package let gone: [WallpaperID]

    /// - Parameters:
    ///   - kept: Every wallpaper of the app whose pictures are there.
    ///   - failures: Those of the app that could not be made; what was published of them before stays.
    ///   - current: nil: nothing is published yet.
    ///   - images: The names of the pictures that are there.
    ///   - allowsRemoval: Whether to publish that nothing is left.
    package init(
        app: AppID,
        kept: [Plan.Kept],
        failures: [Failure],
        current: Manifest?,
        images: Set<String>,
        allowsRemoval: Bool = false
    ) {
        var wallpapers = kept.map { Manifest.Wallpaper($0.picture, $0.rendering) }
        let present = Set(wallpapers.map(\.id))
        let failed = Set(failures.compactMap(\.id)).subtracting(present)
        wallpapers += (current?.wallpapers ?? []).filter { wallpaper in
            failed.contains(wallpaper.id)
                && wallpaper.variants.allSatisfy { images.contains($0.file.name) }
        }
        let next = Manifest(app: app, wallpapers: wallpapers)
        let emptied = next.wallpapers.isEmpty && current?.wallpapers.isEmpty == false
        if next == current {
            decision = .unchanged
        } else {
            decision = emptied && !allowsRemoval ? .held : .publish(next)
        }
        guard case .publish = decision else {
            (dropped, gone) = ([], [])
            return
        }
        let remaining = Set(next.wallpapers.map(\.id))
        gone = (current?.wallpapers ?? []).map(\.id).filter { !remaining.contains($0) }
        dropped = (current?.fileNames ?? []).subtracting(next.fileNames).sorted()
    }
}

extension Manifest {
    /// The names of all its pictures.
    package var fileNames: Set<String> { Set(wallpapers.flatMap { $0.variants.map(\.file.name) }) }
}

extension Manifest.Wallpaper {
    init(_ picture: SourcePicture, _ rendering: RenderRecord.Rendering) {
        self.init(
            id: picture.id,
            title: picture.notes.title ?? picture.id.text,
            category: picture.notes.category,
            publication: picture.notes.publication,
            placeholder: rendering.placeholder,
            variants: rendering.variants
        )
    }
}
