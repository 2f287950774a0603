import ConfigBundle
import Cryptography
import Files
import Glibc
import Publishing
import StrictJSON

/// The directory that is published to, which is this program's alone.
struct ExportTree {
    /// `v1` and `v1/apps`; nil when they are only looked at and not there.
    private let top: Directory?
    private let apps: Directory?
    /// Held while this value is there; nil when the directory is only looked at.
    private let lock: LockFile?

    /// By which the directory is known again.
    static let marker = ".widget-rollout"
    static let lockName = ".widget-rollout.lock"
    private static let format: Int64 = 1

    /// Opens a directory to publish to, and makes it when there is none in the directory above.
    ///
    /// - Parameter holder: Who publishes, for those who try meanwhile.
    init(publishingTo path: String, holder: String) throws {
        try Directory.make(path)
        let root = try Directory(path)
        // First, so that nothing is put into a directory that is somebody else's.
        _ = try Self.isOwn(root)
        lock = try LockFile(Self.lockName, in: root, holder: holder)
        if try !Self.isOwn(root) {
            let marker: JSON = ["format": .integer(Self.format), "program": "widgetctl publish"]
            try root.write(marker.canonicalBytes, to: Self.marker)
            try root.sync()
        }
        let top = try root.makeDirectory("v1")
        apps = try top.makeDirectory("apps")
        self.top = top
    }

    /// Opens a directory to see what publishing would do, and changes nothing.
    init(lookingAt path: String) throws {
        lock = nil
        guard let root = try Self.existing(path), try Self.isOwn(root), let top = try root.directory("v1")
        else {
            (top, apps) = (nil, nil)
            return
        }
        apps = try top.directory("apps")
        self.top = top
    }

    private static func existing(_ path: String) throws(FileError) -> Directory? {
        do throws(FileError) {
            return try Directory(path)
        } catch {
            guard case .system(let code) = error.problem, code == ENOENT else { throw error }
            return nil
        }
    }

    /// Whether it has been published to before; false when nothing is in it.
    ///
    /// - Throws: ``StaticExportError/foreign(directory:name:)`` when anything else is.
    private static func isOwn(_ root: Directory) throws -> Bool {
        if let bytes = try root.read(marker, atMost: 4096) {
            let format = (try? JSON(parsing: bytes))?.member("format")
            guard format == .integer(self.format) else {
                throw StaticExportError.newerFormat(path: root.path(marker))
            }
            return true
        }
        let own = [lockName, Directory.temporary(for: marker)]
        if let foreign = try root.names().first(where: { !own.contains($0) }) {
            throw StaticExportError.foreign(directory: root.path, name: foreign)
        }
        return false
    }
}

// MARK: - Apps

extension ExportTree {
    /// The folders of apps, of which some may be gone.
    func appNames() throws(FileError) -> [String] { try apps?.names() ?? [] }

    /// Whether it is a folder of its own rather than a file, or a link to something.
    func isFolder(_ name: String) throws(FileError) -> Bool {
        do throws(FileError) {
            return try existingFolder(of: name) != nil
        } catch {
            guard error.problem == .special || error.problem == .link else { throw error }
            return false
        }
    }

    /// What there is of an app; nothing when it has no folder.
    func snapshot(of app: String) throws -> AppSnapshot {
        guard let folder = try existingFolder(of: app) else { return AppSnapshot() }
        return try AppSnapshot(of: folder)
    }

    /// Takes the pictures for missing whose content is not what their names say.
    func leaveOutDamagedPictures(of app: String, from snapshot: inout AppSnapshot) throws {
        for path in snapshot.pictures {
            let name = path.drop { $0 != "/" }.dropFirst().prefix { $0 != "." }
            if let bytes = try content(path, of: app), SHA256.hash(bytes).hexadecimal == name { continue }
            snapshot.content[path] = nil
        }
    }

    /// What is at a path of a folder and a name, from an app's folder; nil when there is none.
    func content(_ path: String, of app: String) throws(FileError) -> [UInt8]? {
        let names = path.split(separator: "/").map(String.init)
        let folder = try existingFolder(of: app)?.directory(names[0])
        return try folder?.read(names[1], atMost: AppSnapshot.fileLimit)
    }

    /// The folder of an app, made when there is none, to be changed.
    func folder(of app: String) throws(FileError) -> AppFolder {
        guard let apps else { preconditionFailure("a directory that is only looked at is not changed") }
        return AppFolder(directory: try apps.makeDirectory(app))
    }

    private func existingFolder(of app: String) throws(FileError) -> Directory? {
        try apps?.directory(app)
    }

    /// Deletes the folder of an app that is gone, unless something is in it.
    func removeFolderIfEmpty(of app: String) throws(FileError) {
        try apps?.removeDirectoryIfEmpty(app)
    }
}

// MARK: - The list of apps

extension ExportTree {
    /// What is to be written for the list to be this; nothing when it is.
    func planList(_ list: Representation, now: Int64) throws(FileError) -> [AppPlan.File] {
        var files: [AppPlan.File] = []
        let name = ExportedNames.list
        for (name, bytes) in [(BundlePointer.compressed(name), list.gzip), (name, list.identity)] {
            let old = try listFile(name)
            guard old?.bytes != bytes else { continue }
            files.append(
                AppPlan.File(path: name, bytes: bytes, modified: newer(than: old?.modified, now: now))
            )
        }
        return files
    }

    /// The apps of the list that is published.
    func publishedList() throws(FileError) -> [AppList.Item] {
        try listFile(ExportedNames.list).map { AppList.items($0.bytes) } ?? []
    }

    private func listFile(_ name: String) throws(FileError) -> AppSnapshot.FrontFile? {
        guard let top, let info = try top.info(name),
            let bytes = try top.read(name, atMost: info.byteCount)
        else { return nil }
        return AppSnapshot.FrontFile(bytes: bytes, modified: info.modified)
    }

    func replaceList(_ files: [AppPlan.File]) throws(FileError) {
        guard let top else { return }
        for name in [ExportedNames.list, BundlePointer.compressed(ExportedNames.list)] {
            // What a run that was ended has left half written.
            try top.remove(Directory.temporary(for: name))
        }
        let batch = FileBatch()
        for file in files {
            try batch.stage(file.content.bytes(), for: file.path, in: top, modified: file.modified)
        }
        try batch.commit()
    }
}
