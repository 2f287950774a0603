import Rollout
import Thumbnails
import WallpaperManifest

@testable import ThumbnailJob

/// Short ways to write what plans and manifests are made of.
enum Sample {
    static func app(_ name: String = "aurora") throws -> AppID { try AppID(name) }

    static func picture(_ name: String, app: String = "aurora") throws -> SourcePicture {
        SourcePicture(
            app: try AppID(app),
            file: "\(name).jpg",
            id: try WallpaperID(name),
            notes: .none,
            stamp: FileStamp(size: 100, inode: 1, modified: 1, changed: 1)
        )
    }

    /// A file whose hash is one digit, again and again.
    static func file(_ digit: Character) throws -> ImageFile {
        try ImageFile(hash: String(repeating: digit, count: 64), format: .jpg, byteCount: 10)
    }

    /// A picture of one variant.
    static func rendering(_ digit: Character) throws -> RenderRecord.Rendering {
        let variant = Manifest.Variant(
            recipe: "small",
            size: PixelSize(width: 16, height: 16),
            file: try file(digit)
        )
        return RenderRecord.Rendering(variants: [variant], placeholder: "L")
    }

    static func kept(_ name: String, _ digit: Character) throws -> Plan.Kept {
        Plan.Kept(picture: try picture(name), rendering: try rendering(digit))
    }

    static func manifest(_ wallpapers: KeyValuePairs<String, Character>) throws -> Manifest {
        Manifest(
            app: try app(),
            wallpapers: try wallpapers.map {
                Manifest.Wallpaper(try picture($0.key), try rendering($0.value))
            }
        )
    }
}
