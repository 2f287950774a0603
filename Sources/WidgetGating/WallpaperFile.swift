public import Rollout

/// The file in the App Group that holds the manifest of an app's wallpapers, for all of the app's processes.
///
/// It is what the server gave, byte for byte, without a header of its own: the bundle, which is signed, names its hash,
/// and whatever has another hash is not used. A reader gets a whole manifest or none.
public struct WallpaperFile: Sendable {
    /// The largest manifest that is kept and read, in bytes: 4 MiB, of some 2,000 wallpapers with 14 pictures each.
    ///
    /// A widget extension reads it whole, and has 30 MB for everything.
    public static let byteLimit = 4 << 20

    let path: String
    private let lock: String

    /// Touches nothing yet.
    public init(in directory: AppGroupDirectory, app: AppID) {
        path = directory.file(app, "wallpapers")
        lock = directory.lock(app)
    }

    /// What is there.
    enum Reading {
        case nothing
        case manifest([UInt8])
        /// Another manifest than the one that is wanted, or something that is none.
        case other(ManifestHash)
    }

    /// Reads the manifest of that hash.
    func read(_ wanted: ManifestHash) throws(AppGroupError) -> Reading {
        guard let bytes = try bytes() else { return .nothing }
        let found = ManifestHash(of: bytes)
        return found == wanted ? .manifest(bytes) : .other(found)
    }

    /// The hash of what is there; nil when there is nothing.
    ///
    /// - Throws: ``AppGroupError`` when it cannot be read; ``write(_:)`` replaces it.
    public func hash() throws(AppGroupError) -> ManifestHash? {
        try bytes().map { ManifestHash(of: $0) }
    }

    /// Puts a manifest in place of what is there.
    ///
    /// For one whose hash is the one that is wanted: this does not look at it. Takes the lock for as long as the file
    /// system takes to write it, as ``BundleFile/write(_:)`` does, with the same advice. Blocks the thread.
    ///
    /// - Throws: ``AppGroupError``; what was there stays as it was.
    public func write(_ manifest: [UInt8]) throws(AppGroupError) {
        guard manifest.count <= Self.byteLimit else {
            throw AppGroupError(operation: .write, path: path, cause: .tooLarge(limit: Self.byteLimit))
        }
        try OpenFile.withLock(lock) { () throws(AppGroupError) in
            try OpenFile.creating(path + ".new").write(manifest)
            try rename(path + ".new", to: path, .write)
            try OpenFile.sync(directoryOf: path)
        }
    }

    private func bytes() throws(AppGroupError) -> [UInt8]? {
        guard let file = try OpenFile.reading(path) else { return nil }
        return try file.bytes(file.size(limit: Self.byteLimit))
    }
}
