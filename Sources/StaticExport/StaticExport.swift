import ConfigBundle
import Files
import LiveState
package import Publishing
package import Rollout
package import RolloutStore

/// Publishes a store as files, which any web server or bucket can serve (`Documentation/wire-format.md`).
///
/// What a pointer leads to is written before the pointer, and stays for a time after it, so that whoever reads a pointer
/// finds its files, at whichever moment this is ended.
package struct StaticExport: Sendable {
    private let directory: String
    let signer: Signer
    let pruneAfter: Int64
    let wallpapers: WallpaperFolder
    let readsPictures: Bool
    private let clock: @Sendable () -> Instant
    private let holder: String

    /// - Parameters:
    ///   - directory: Where to; made when there is none in the directory above.
    ///   - pruneAfter: For how many seconds files that are out of use are kept, for those who have read an older pointer.
    ///   - thumbnails: The wallpaper job's output folder, which need not be there while no app has wallpapers.
    ///   - readsPictures: Whether pictures that are published are read, and written anew where they are not what their
    ///     names say; otherwise those of the right length are taken for whole.
    ///   - holder: Who publishes, for those who try meanwhile.
    package init(
        directory: String,
        signer: Signer,
        pruneAfter: Int64,
        thumbnails: String,
        readsPictures: Bool = false,
        holder: String,
        clock: @escaping @Sendable () -> Instant
    ) {
        self.directory = directory
        self.signer = signer
        self.pruneAfter = pruneAfter
        wallpapers = WallpaperFolder(path: thumbnails)
        self.readsPictures = readsPictures
        self.holder = holder
        self.clock = clock
    }

    /// Brings the directory up to date with the store.
    ///
    /// An app whose state cannot be read is reported, and stays as it is published.
    ///
    /// - Throws: ``StaticExportError``, `StoreError`, `CompressionError`, `CryptographyError`; then what was published
    ///   stays, or a part of the apps is newer, each of them whole.
    package func publish(_ store: any Store) throws -> ExportReport {
        try withoutFileErrors {
            let tree = try ExportTree(publishingTo: directory, holder: holder)
            let (plans, list, report) = try plan(store, tree)
            for part in plans.parts(of: Self.appsAtOnce) { try writeContent(part, tree) }
            for part in plans.parts(of: Self.appsAtOnce) { try replaceFront(part, tree) }
            // Whoever reads the list finds each app that is on it.
            try tree.replaceList(list)
            for (app, plan) in plans { try withdraw(app, plan, tree) }
            return report
        }
    }

    /// What ``publish(_:)`` would do now; nothing is changed.
    package func preview(_ store: any Store) throws -> ExportReport {
        try withoutFileErrors { try plan(store, ExportTree(lookingAt: directory)).report }
    }

    /// So many apps are written together, each with a few open folders.
    private static let appsAtOnce = 100

    /// Writes what pointers are to lead to; it lasts.
    private func writeContent(_ plans: Plans.SubSequence, _ tree: ExportTree) throws(FileError) {
        let batch = FileBatch()
        for (app, plan) in plans {
            let folder = try tree.folder(of: app)
            try folder.clearUp()
            try folder.stage(plan.content, in: batch)
        }
        try batch.commit()
    }

    /// Replaces what is in front, the last of it, which is the pointer, only when the rest lasts.
    private func replaceFront(_ plans: Plans.SubSequence, _ tree: ExportTree) throws(FileError) {
        let (rest, last) = (FileBatch(), FileBatch())
        for (app, plan) in plans where !plan.front.isEmpty {
            let folder = try tree.folder(of: app)
            try folder.touch(plan.dropped, now: now)
            try folder.stage(plan.front.dropLast(), in: rest)
            try folder.stage(plan.front.suffix(1), in: last)
        }
        try rest.commit()
        try last.commit()
    }

    /// Takes an app that is gone out of sight, and deletes what has been out of use for long enough.
    private func withdraw(_ app: String, _ plan: AppPlan, _ tree: ExportTree) throws(FileError) {
        let folder = try tree.folder(of: app)
        if !plan.withdrawn.isEmpty {
            try folder.touch(plan.dropped, now: now)
            try folder.withdraw(plan.withdrawn)
        }
        try folder.delete(plan.outdated)
        try folder.removeEmptyFolders()
        try tree.removeFolderIfEmpty(of: app)
    }

    var now: Int64 { clock().millisecondsSince1970 / 1000 }

    private func withoutFileErrors<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as FileError {
            throw StaticExportError.files(error)
        }
    }
}

extension Array {
    /// In parts of so many.
    fileprivate func parts(of count: Int) -> [SubSequence] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
