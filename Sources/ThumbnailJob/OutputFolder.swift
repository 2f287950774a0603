import Cryptography
package import Rollout
import StrictJSON
import WallpaperManifest

/// The folder that the job writes to.
///
///     images/<hash>.jpg      every picture, named after its content
///     manifests/<app>.json   what clients are to see, replaced as a whole
///     records/<key>.json     what each rendering gave
///     report/                the last run and what was made last, for people
///     hashes.json            of the source files, to look at unchanged ones only
///     last-run.json          the last run, for programs
///     lock                   held by the run under way
package final class OutputFolder: Sendable {
    let root: Folder
    let images: Folder
    let records: Folder
    let manifests: Folder

    /// Makes the folders that are missing.
    package init(path: String) throws(JobError) {
        root = try Folder(creating: path)
        images = try Folder(creating: "\(path)/images")
        records = try Folder(creating: "\(path)/records")
        manifests = try Folder(creating: "\(path)/manifests")
    }

    /// Keeps other runs out, and clears away what one that was killed has left.
    func lock(at now: Instant) throws -> RunLock {
        let lock = try RunLock(in: root, at: now)
        try root.clearTemporaries()
        try images.clearTemporaries()
        try records.clearTemporaries()
        try manifests.clearTemporaries()
        return lock
    }

    /// Puts a picture in place, unless it is there.
    func store(_ bytes: [UInt8], _ format: ImageFormat, isThere: (String) -> Bool) throws -> ImageFile {
        let hash = SHA256.hash(bytes).hexadecimal
        let file = try ImageFile(hash: hash, format: format, byteCount: bytes.count)
        if !isThere(file.name) { try images.write(bytes, to: file.name) }
        return file
    }

    func store(_ record: RenderRecord, key: String) throws(JobError) {
        try records.write(record.json.canonicalBytes, to: "\(key).json")
    }
}

// MARK: - What is there

extension OutputFolder {
    /// What is there already, as far as it can be read; what cannot be is as good as missing, and is made anew.
    ///
    /// - Parameter keys: The records to read; others are not looked at.
    func stock(_ keys: [String], apps: [AppID]) throws(JobError) -> Plan.Stock {
        var stock = Plan.Stock(images: Set(try images.names()))
        for key in keys where stock.records[key] == nil {
            if let bytes = try records.read("\(key).json", upTo: 1 << 20) {
                stock.records[key] = RenderRecord(parsing: bytes)
            }
        }
        for app in apps { stock.manifests[app] = try manifest(of: app) }
        return stock
    }

    /// nil when there is none that can be read.
    private func manifest(of app: AppID) throws(JobError) -> Manifest? {
        let name = "\(app).json"
        guard let bytes = try manifests.read(name, upTo: Manifest.byteLimit) else { return nil }
        return try? Manifest(parsing: bytes, file: name)
    }

    /// Which manifest clients are to see of each app that has one.
    ///
    /// - Returns: What is to be recorded, and what is wrong with manifests that are damaged or another app's, which would
    ///   otherwise never be served and nobody hear why.
    package func manifestHashes() throws(JobError) -> (hashes: [AppID: ManifestHash], faults: [JobError]) {
        var hashes: [AppID: ManifestHash] = [:]
        var faults: [JobError] = []
        for name in try manifests.names().sorted() where name.hasSuffix(".json") {
            // Other files are nobody's business here, and one that was listed a moment ago may be gone.
            guard let app = try? AppID(String(name.dropLast(5))),
                let bytes = try manifests.read(name, upTo: Manifest.byteLimit)
            else { continue }
            do {
                guard try Manifest(parsing: bytes, file: name).app == app else {
                    throw JobError(.read, name, reason: "it is another app's")
                }
                hashes[app] = try ManifestHash(SHA256.hash(bytes).hexadecimal)
            } catch {
                let advice = "remove it, and run thumbnailer again"
                faults.append(
                    JobError(.read, "\(manifests.path)/\(name)", reason: "\(error); \(advice)")
                )
            }
        }
        return (hashes, faults)
    }

    private static let hashesName = "hashes.json"
    /// Of the index of all source files, in bytes.
    private static let indexLimit = 256 << 20

    func hashIndex() throws(JobError) -> HashIndex {
        try root.read(Self.hashesName, upTo: Self.indexLimit).map(HashIndex.init(parsing:)) ?? HashIndex()
    }

    func store(_ index: HashIndex) throws(JobError) { try root.write(index.bytes, to: Self.hashesName) }
}

// MARK: - Publishing

extension OutputFolder {
    /// Lets clients see a manifest, in one step, once all its pictures are on the disk.
    ///
    /// - Parameters:
    ///   - bytes: The manifest's, at most as many as are served.
    ///   - dropped: Pictures that it does not have any more; from now on their time runs.
    func publish(_ bytes: [UInt8], of app: AppID, dropped: [String], at now: Instant) throws(JobError) {
        try images.sync()
        try records.sync()
        for name in dropped {
            try images.touch(name, secondsSince1970: now.millisecondsSince1970 / 1000)
        }
        try manifests.write(bytes, to: "\(app).json")
        try manifests.sync()
    }

    /// Deletes pictures that no manifest has, and records that no wallpaper has, once they are old enough.
    ///
    /// - Parameter graceSeconds: For so long clients with an older manifest may still ask for a picture.
    /// - Returns: How many pictures were deleted.
    func prune(keeping keys: Set<String>, graceSeconds: Int64, at now: Instant) throws(JobError) -> Int {
        let limit = now.millisecondsSince1970 / 1000 - graceSeconds
        var used: Set<String> = []
        for name in try manifests.names() {
            guard let app = name.hasSuffix(".json") ? try? AppID(String(name.dropLast(5))) : nil else {
                continue
            }
            // Without knowing what one of them has, nothing can be told from rubbish.
            guard let manifest = try manifest(of: app) else { return 0 }
            used.formUnion(manifest.fileNames)
        }
        var count = 0
        for name in try images.names() where !used.contains(name) {
            guard let written = try images.writtenAt(name), written < limit else { continue }
            try images.remove(name)
            count += 1
        }
        for name in try records.names() where !keys.contains(String(name.prefix(64))) {
            guard let written = try records.writtenAt(name), written < limit else { continue }
            try records.remove(name)
        }
        return count
    }
}
