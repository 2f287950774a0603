import ConfigBundle
import Cryptography
import Files
import Publishing

/// What is to be done in one app's folder, worked out before anything is.
struct AppPlan {
    /// A file to be written, by its path from the app's folder.
    struct File {
        let path: String
        let content: Content
        /// The time of change that it is to have, in seconds since 1970; nil: whatever it is.
        var modified: Int64?

        init(path: String, bytes: [UInt8], modified: Int64? = nil) {
            self.init(path: path, content: .bytes(bytes), modified: modified)
        }

        init(path: String, content: Content, modified: Int64? = nil) {
            (self.path, self.content, self.modified) = (path, content, modified)
        }
    }

    /// What a file is to hold.
    enum Content {
        case bytes([UInt8])
        /// A picture of the wallpaper job's, read when it is written: all of them may not fit into memory.
        case picture(WallpaperFolder.Picture)

        var byteCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .picture(let picture): picture.byteCount
            }
        }
    }

    /// To be written first: what the pointer is to lead to and is not there.
    var content: [File] = []
    /// To be replaced after it, in this order; the pointer last.
    var front: [File] = []
    /// Of an app, or of wallpapers, that are gone: to be deleted, in this order; the pointer first.
    var withdrawn: [String] = []
    /// What the pointer has led to and will not any more: its age counts from now.
    var dropped: [String] = []
    /// What has been out of use for long enough to be deleted.
    var outdated: [String] = []
    /// How many files stay as they are.
    var kept = 0

    /// How many older bundles there are deltas from.
    static let deltaLimit = 8

    /// Brings an app's folder up to date.
    ///
    /// - Parameters:
    ///   - now: In seconds since 1970.
    ///   - pruneAfter: For how many seconds what is out of use is kept.
    ///   - wallpapers: nil: what is published of them stays as it is.
    ///   - content: What is at a path from the app's folder; nil: nothing.
    /// - Throws: `CompressionError`, and what `content` throws.
    init(
        _ app: SignedApp,
        over snapshot: AppSnapshot,
        now: Int64,
        pruneAfter: Int64,
        wallpapers: PublishedWallpapers?,
        content published: (String) throws -> [UInt8]?
    ) throws {
        let bundle = app.bundle.representation
        let kills = app.kills.representation
        let deltas = try Deltas(to: bundle, over: snapshot, content: published)
        let pointer = BundlePointer(
            app: app.app,
            revision: app.revision,
            bundle: .init(bundle, fields: app.bundle.fields),
            deltas: deltas.list,
            kills: .init(kills, fields: app.kills.fields)
        )
        for (path, representation) in [(pointer.bundlePath, bundle), (pointer.killsPath, kills)] {
            for (path, bytes) in [
                (path, representation.identity), (BundlePointer.compressed(path), representation.gzip),
            ] {
                // Its length is known already, and spares reading most of those that are new.
                let isThere = try snapshot.content[path]?.byteCount == bytes.count && published(path) == bytes
                add(path, .bytes(bytes), isThere: isThere)
            }
        }
        // One that is damaged leads a client to the whole, so that it is not worth reading all of them.
        for file in deltas.made {
            let isThere = snapshot.content[file.path]?.byteCount == file.content.byteCount
            add(file.path, file.content, isThere: isThere)
        }
        kept += deltas.list.count - deltas.made.count

        let packed = try Representation(pointer.bytes)
        for (name, representation) in [
            (ExportedNames.config, bundle), (ExportedNames.kills, kills), (BundlePointer.name, packed),
        ] {
            replace(BundlePointer.compressed(name), representation.gzip, over: snapshot, now: now)
            replace(name, representation.identity, over: snapshot, now: now)
        }
        let pictures = replaceWallpapers(wallpapers, over: snapshot, now: now)
        let inUse = Set(pointer.paths).union(pictures).union(pointer.basePaths)
        retire(snapshot, led: snapshot.led, inUse: inUse, now: now, pruneAfter: pruneAfter)
    }

    /// - Returns: The paths of the pictures that are in use.
    private mutating func replaceWallpapers(
        _ wallpapers: PublishedWallpapers?,
        over snapshot: AppSnapshot,
        now: Int64
    ) -> Set<String> {
        guard let wallpapers else { return Set(snapshot.pictures) }
        guard let manifest = wallpapers.manifest else {
            let names = [ExportedNames.wallpapers, BundlePointer.compressed(ExportedNames.wallpapers)]
            withdrawn = names.filter { snapshot.front[$0] != nil }
            return []
        }
        for picture in wallpapers.pictures {
            // As many as there are, they are read again only when that is asked for; clients check them.
            let isThere = snapshot.content[picture.path]?.byteCount == picture.byteCount
            add(picture.path, .picture(picture), isThere: isThere)
        }
        let name = ExportedNames.wallpapers
        let old = front
        front = []
        replace(BundlePointer.compressed(name), manifest.gzip, over: snapshot, now: now)
        replace(name, manifest.identity, over: snapshot, now: now)
        front += old
        return Set(wallpapers.pictures.map(\.path))
    }

    /// Takes an app that is gone out of what is published.
    init(withdrawing snapshot: AppSnapshot, now: Int64, pruneAfter: Int64) {
        withdrawn = ExportedNames.front.reversed().filter { snapshot.front[$0] != nil }
        // Without a pointer it was withdrawn before.
        let led = snapshot.front[BundlePointer.name] == nil ? [] : snapshot.led
        retire(snapshot, led: led, inUse: [], now: now, pruneAfter: pruneAfter)
    }

    /// Leaves an app as it is, apart from what is out of use.
    init(keeping snapshot: AppSnapshot, now: Int64, pruneAfter: Int64) {
        kept = snapshot.front.count
        // Without a pointer nothing says what is in use.
        guard let pointer = snapshot.pointer else { return }
        kept += pointer.paths.count { snapshot.content[$0] != nil }
        let inUse = Set(pointer.paths).union(snapshot.pictures).union(pointer.basePaths)
        kept += snapshot.pictures.count
        retire(snapshot, led: [], inUse: inUse, now: now, pruneAfter: pruneAfter)
    }

    var changesAnything: Bool { !content.isEmpty || !front.isEmpty || !withdrawn.isEmpty }

    private mutating func add(_ path: String, _ content: Content, isThere: Bool) {
        if isThere {
            kept += 1
        } else {
            self.content.append(File(path: path, content: content))
        }
    }

    private mutating func replace(_ name: String, _ bytes: [UInt8], over snapshot: AppSnapshot, now: Int64) {
        let old = snapshot.front[name]
        if old?.bytes == bytes {
            kept += 1
        } else {
            front.append(File(path: name, bytes: bytes, modified: newer(than: old?.modified, now: now)))
        }
    }

    /// - Parameter led: What was in use so far.
    private mutating func retire(
        _ snapshot: AppSnapshot,
        led: [String],
        inUse: Set<String>,
        now: Int64,
        pruneAfter: Int64
    ) {
        dropped = led.filter { !inUse.contains($0) && snapshot.content[$0] != nil }
        let kept = inUse.union(dropped)
        outdated = snapshot.content.filter { !kept.contains($0.key) && now - $0.value.modified >= pruneAfter }
            .keys.sorted()
    }
}

extension BundlePointer {
    /// The bundles that deltas are made from, which the next version will be given deltas from as well.
    fileprivate var basePaths: [String] { deltas.map { Self.bundlePath($0.base) } }
}

extension AppSnapshot {
    /// What the pointer leads to; when nobody can tell any more, everything.
    fileprivate var led: [String] { pointer.map { $0.paths + pictures } ?? content.keys.sorted() }
}

/// A time of change by which web servers tell two versions of a file apart: they know whole seconds alone, and two
/// versions may have been written in one second and have the same length.
func newer(than old: Int64?, now: Int64) -> Int64 { old.map { max(now, $0 + 1) } ?? now }

/// The deltas to a bundle, from those that have been published before it.
private struct Deltas {
    var list: [BundlePointer.Delta] = []
    /// Those that may not be there yet.
    var made: [AppPlan.File] = []

    init(to bundle: Representation, over snapshot: AppSnapshot, content: (String) throws -> [UInt8]?) throws {
        guard let old = snapshot.pointer else { return }
        let digest = bundle.digest.hexadecimal
        let bases = ([old.bundle.digest] + old.deltas.map(\.base)).filter { $0 != digest }
        for digest in bases.prefix(AppPlan.deltaLimit) {
            if let known = Self.known(from: digest, to: bundle, old, snapshot) {
                list.append(known)
                continue
            }
            // A base that would not make a smaller delta is given up, and so it is with one that is gone or damaged.
            guard let bytes = try content(BundlePointer.bundlePath(digest)),
                SHA256.hash(bytes).hexadecimal == digest,
                let delta = try BundleDelta.make(from: bytes, to: bundle)
            else { continue }
            let path = BundlePointer.deltaPath(from: digest, to: bundle.digest.hexadecimal)
            list.append(BundlePointer.Delta(base: digest, byteCount: delta.count))
            made.append(AppPlan.File(path: path, bytes: delta))
        }
    }

    /// A delta that has been made for what is published, and is there.
    private static func known(
        from base: String,
        to bundle: Representation,
        _ old: BundlePointer,
        _ snapshot: AppSnapshot
    ) -> BundlePointer.Delta? {
        guard old.bundle.digest == bundle.digest.hexadecimal,
            let delta = old.deltas.first(where: { $0.base == base }),
            snapshot.content[old.path(of: delta)]?.byteCount == delta.byteCount
        else { return nil }
        return delta
    }
}
