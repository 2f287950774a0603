import Foundation
import WallpaperManifest
import WidgetGating

/// The pictures that the app has fetched for its widgets: files in the App Group, named as the manifest names them.
enum Pictures {
    private static var folder: URL {
        URL(filePath: Wallpapers.directory.path, directoryHint: .isDirectory).appending(path: "pictures")
    }

    /// Where the file of that name is, or would be.
    static func path(_ name: String) -> String { folder.appending(path: name).path }

    static func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Keeps a picture, which the caller has held against its hash.
    static func keep(_ bytes: Data, of picture: ImageFile) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Widgets are drawn while the device is locked.
        try bytes.write(
            to: folder.appending(path: picture.name),
            options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        )
    }

    /// Removes all but these.
    static func keepOnly(_ names: Set<String>) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where !names.contains(name) {
            try FileManager.default.removeItem(at: folder.appending(path: name))
        }
    }
}
