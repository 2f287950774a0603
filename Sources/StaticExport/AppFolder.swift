import Files

/// Carries out a plan in an app's folder.
struct AppFolder {
    let directory: Directory

    /// Writes files that are to be put in place with the batch.
    func stage(_ files: some Sequence<AppPlan.File>, in batch: FileBatch) throws(FileError) {
        for (folder, files) in Self.grouped(Array(files), by: \.path) {
            let directory = folder.isEmpty ? directory : try directory.makeDirectory(folder)
            for file in files {
                let bytes = try file.content.bytes()
                try batch.stage(bytes, for: Self.name(file.path), in: directory, modified: file.modified)
            }
        }
    }

    func withdraw(_ names: [String]) throws(FileError) {
        for name in names { try directory.remove(name) }
        if !names.isEmpty { try directory.sync() }
    }

    /// Lets the age of files count from now.
    func touch(_ paths: [String], now: Int64) throws(FileError) {
        for (folder, paths) in Self.grouped(paths, by: \.self) {
            guard let directory = try directory.directory(folder) else { continue }
            for path in paths { try directory.touch(Self.name(path), modified: now) }
        }
    }

    func delete(_ paths: [String]) throws(FileError) {
        for (folder, paths) in Self.grouped(paths, by: \.self) {
            guard let directory = try directory.directory(folder) else { continue }
            for path in paths { try directory.remove(Self.name(path)) }
        }
    }

    /// Deletes what a run that was ended has left half written.
    func clearUp() throws(FileError) {
        for name in ExportedNames.front { try directory.remove(Directory.temporary(for: name)) }
        for folder in ExportedNames.contentFolders {
            guard let directory = try directory.directory(folder) else { continue }
            for name in try directory.names() where ExportedNames.isTemporary(name, in: folder) {
                try directory.remove(name)
            }
        }
    }

    /// Deletes the folders in which nothing is.
    func removeEmptyFolders() throws(FileError) {
        for folder in ExportedNames.contentFolders { try directory.removeDirectoryIfEmpty(folder) }
    }

    /// By the folder, which is empty for what is in none; otherwise in their order.
    private static func grouped<Item>(_ items: [Item], by path: (Item) -> String) -> [(String, [Item])] {
        Dictionary(grouping: items) { item in
            let path = path(item)
            return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        }
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// A path without the folder.
    private static func name(_ path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }
}
