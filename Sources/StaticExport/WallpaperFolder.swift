import ConfigBundle
import Cryptography
import Files
import Publishing
import Rollout
import WallpaperManifest

/// The wallpaper job's output folder, from which manifests and pictures are published.
struct WallpaperFolder {
    let path: String

    /// A picture in the folder.
    struct Picture {
        let images: Directory
        let file: ImageFile

        var byteCount: Int { file.byteCount }

        /// From an app's folder.
        var path: String { "\(ExportedNames.thumbnails)/\(file.name)" }

        /// Its content, which is what its name says.
        ///
        /// - Throws: `FileError`, also when it is not.
        func bytes() throws(FileError) -> [UInt8] {
            guard let bytes = try images.read(file.name, atMost: byteCount) else {
                throw FileError("open", images.path(file.name), .missing)
            }
            guard SHA256.hash(bytes).hexadecimal == file.hash else {
                throw FileError("use", images.path(file.name), .damaged)
            }
            return bytes
        }
    }

    /// What is to be published of an app's wallpapers.
    ///
    /// - Parameters:
    ///   - wanted: The manifest that the store names.
    ///   - snapshot: What is published; pictures in it are not read.
    /// - Returns: nil and why, when the manifest or one of its pictures cannot be had.
    func read(_ wanted: ManifestHash?, of app: AppID, over snapshot: AppSnapshot) -> (
        PublishedWallpapers?, String?
    ) {
        guard let wanted else { return (PublishedWallpapers(), nil) }
        do {
            let named = try NamedManifest(wanted, of: app.text, in: path)
            guard let images = try Directory(path).directory("images") else {
                throw FileError("open", "\(path)/images", .missing)
            }
            let files = Set(named.manifest.wallpapers.flatMap { $0.variants.map(\.file) })
            let pictures = files.sorted { $0.name < $1.name }.map { Picture(images: images, file: $0) }
            for picture in pictures where snapshot.content[picture.path]?.byteCount != picture.byteCount {
                _ = try picture.bytes()
            }
            return (PublishedWallpapers(manifest: try Representation(named.bytes), pictures: pictures), nil)
        } catch {
            return (nil, String(describing: error))
        }
    }
}

/// An app's manifest and its pictures; nothing for an app that has none.
struct PublishedWallpapers {
    var manifest: Representation?
    var pictures: [WallpaperFolder.Picture] = []

    /// The paths of the pictures that a published manifest names; nil when it cannot be read.
    static func paths(in manifest: [UInt8]) -> Set<String>? {
        guard let manifest = try? Manifest(parsing: manifest, file: ExportedNames.wallpapers) else {
            return nil
        }
        let files = manifest.wallpapers.flatMap { $0.variants.map(\.file) }
        return Set(files.map { "\(ExportedNames.thumbnails)/\($0.name)" })
    }
}

extension AppPlan.Content {
    func bytes() throws(FileError) -> [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .picture(let picture): try picture.bytes()
        }
    }
}
