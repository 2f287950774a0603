import Files

/// Carries out a plan in an app's folder.
struct AppFolder {
    let directory: Directory

    /// Writes what the pointer is to lead to; it lasts.
    func write(_ content: [AppPlan.File]) throws(FileError) {
        for (folder, files) in Self.grouped(content, by: \.path) {
            let directory = try directory.makeDirectory(folder)
            for file in files {
                try directory.write(file.bytes, to: Self.name(file.path), modified: file.modified)
            }
            try directory.sync()
        }
    }

    /// Replaces what is in front, the last of it only when the rest lasts.
    func replace(_ front: [AppPlan.File]) throws(FileError) {
        guard let last = front.last else { return }
        for file in front.dropLast() {
            try directory.write(file.bytes, to: file.path, modified: file.modified)
        }
        try directory.sync()
        try directory.write(last.bytes, to: last.path, modified: last.modified)
        try directory.sync()
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

    private static func grouped<Item>(_ items: [Item], by path: (Item) -> String) -> [(String, [Item])] {
        Dictionary(grouping: items) { item in String(path(item).prefix { $0 != "/" }) }
            .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// A path without the folder.
    private static func name(_ path: String) -> String {
        String(path.drop { $0 != "/" }.dropFirst())
    }
}
