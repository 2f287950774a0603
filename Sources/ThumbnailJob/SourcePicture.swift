package import Rollout
package import Thumbnails
package import WallpaperManifest

/// A file of a wallpaper as it lies in the source folder, not opened yet.
package struct SourcePicture: Equatable, Sendable {
    package let app: AppID
    /// Its name in the app's folder.
    package let file: String
    package let id: WallpaperID
    package let notes: WallpaperNotes
    package let stamp: FileStamp

    package init(app: AppID, file: String, id: WallpaperID, notes: WallpaperNotes, stamp: FileStamp) {
        self.app = app
        self.file = file
        self.id = id
        self.notes = notes
        self.stamp = stamp
    }

    /// From the source folder: `aurora-wallpapers/fjord.jpg`.
    package var path: String { "\(app)/\(file)" }
}

/// What tells cheaply that a file is still the one that was read.
package struct FileStamp: Hashable, Sendable {
    /// In bytes.
    package let size: Int
    package let inode: UInt64
    /// In nanoseconds since 1970.
    package let modified: Int64
    /// When anything about the file last changed, which no program can set; in nanoseconds since 1970.
    package let changed: Int64

    package init(size: Int, inode: UInt64, modified: Int64, changed: Int64) {
        self.size = size
        self.inode = inode
        self.modified = modified
        self.changed = changed
    }
}

/// A wallpaper that cannot be made, or not as it is.
package struct Failure: Equatable, Sendable {
    package let app: AppID
    package let file: String
    /// nil: the file's name is that of no wallpaper.
    package let id: WallpaperID?
    /// What is wrong and what to do.
    package let reason: String

    package init(app: AppID, file: String, id: WallpaperID?, reason: String) {
        self.app = app
        self.file = file
        self.id = id
        self.reason = reason
    }
}

/// All that was found in the source folder.
package struct SourceListing: Equatable, Sendable {
    /// The apps that have a folder, in order.
    package var apps: [AppID] = []
    package var pictures: [SourcePicture] = []
    package var failures: [Failure] = []
    /// Paths of what is neither a picture nor notes, such as a read-me.
    package var ignored: [String] = []

    package init() {}
}
