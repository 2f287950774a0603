import ConfigBundle
import Files

/// What a directory holds of one app.
struct AppSnapshot {
    /// Files that never change, by their paths from the app's folder; none but those that this program makes.
    var content: [String: FileInfo] = [:]
    /// Files that are replaced when the app changes, by name.
    var front: [String: FrontFile] = [:]
    /// nil when there is none that can be read, which is then made anew.
    var pointer: BundlePointer?
    /// The paths of the pictures that the published manifest names and that are there; when nobody can tell which these
    /// are, all that are there.
    var pictures: [String] = []

    struct FrontFile: Equatable {
        let bytes: [UInt8]
        /// In seconds since 1970.
        let modified: Int64
    }
}

extension AppSnapshot {
    /// Whether a manifest of wallpapers is published.
    var hasWallpapers: Bool { front[ExportedNames.wallpapers] != nil }

    /// - Throws: `FileError`, ``StaticExportError/newerFormat(path:)``.
    init(of folder: Directory) throws {
        for name in ExportedNames.contentFolders {
            guard let content = try folder.directory(name) else { continue }
            for file in try content.names() where ExportedNames.isContent(file, in: name) {
                self.content["\(name)/\(file)"] = try content.info(file)
            }
        }
        for name in ExportedNames.front {
            guard let info = try folder.info(name),
                let bytes = try folder.read(name, atMost: Self.fileLimit)
            else { continue }
            front[name] = FrontFile(bytes: bytes, modified: info.modified)
        }
        pointer = try front[BundlePointer.name].flatMap {
            try Self.pointer($0.bytes, at: folder.path(BundlePointer.name))
        }
        let named: Set<String>? =
            front[ExportedNames.wallpapers].map { PublishedWallpapers.paths(in: $0.bytes) } ?? []
        let all = content.keys.filter { $0.hasPrefix("\(ExportedNames.thumbnails)/") }
        pictures = all.filter { named?.contains($0) ?? true }.sorted()
    }

    /// A file that has more bytes is not one of ours.
    static let fileLimit = 64 << 20

    private static func pointer(_ bytes: [UInt8], at path: String) throws(StaticExportError) -> BundlePointer?
    {
        do throws(PointerError) {
            return try BundlePointer(parsing: bytes)
        } catch {
            switch error {
            case .unknownFormat: throw .newerFormat(path: path)
            // Damaged; what it led to is kept until it is old enough.
            case .malformed: return nil
            }
        }
    }
}
