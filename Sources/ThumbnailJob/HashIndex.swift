import Rollout
import StrictJSON

/// The hashes of source files that were read before, so that an unchanged file is not read again.
struct HashIndex: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let stamp: FileStamp
        let hash: String
    }

    /// By path.
    private var entries: [String: Entry] = [:]

    init() {}

    /// The hash of a file; nil when it is not known, or the file is another by now.
    func hash(of picture: SourcePicture) -> String? {
        entries[picture.path].flatMap { $0.stamp == picture.stamp ? $0.hash : nil }
    }

    /// Keeps the hash of a file that was read at that moment.
    ///
    /// Not of one that changed within two seconds before: it may change again without its times showing it, on file
    /// systems that count them coarsely.
    mutating func keep(_ hash: String, of picture: SourcePicture, at now: Instant) {
        let stamp = picture.stamp
        let settled = (now.millisecondsSince1970 - 2000) * 1_000_000
        guard stamp.modified < settled && stamp.changed < settled else { return }
        entries[picture.path] = Entry(stamp: stamp, hash: hash)
    }

    /// Forgets files that are gone.
    mutating func keepOnly(_ pictures: [SourcePicture]) {
        let paths = Set(pictures.map(\.path))
        entries = entries.filter { paths.contains($0.key) }
    }
}

extension HashIndex {
    /// What ``bytes`` gives; anything else is as good as an empty index.
    init(parsing bytes: [UInt8]) {
        guard case .object(let members)? = try? JSON(parsing: bytes) else { return }
        for (path, value) in members {
            guard case .array(let parts) = value, parts.count == 5, let hash = parts[4].string,
                case .integer(let size) = parts[0], case .integer(let inode) = parts[1],
                case .integer(let modified) = parts[2], case .integer(let changed) = parts[3]
            else { continue }
            let stamp = FileStamp(
                size: Int(size),
                inode: UInt64(bitPattern: inode),
                modified: modified,
                changed: changed
            )
            entries[path] = Entry(stamp: stamp, hash: hash)
        }
    }

    var bytes: [UInt8] {
        JSON.object(
            entries.mapValues { entry in
                [
                    .integer(Int64(entry.stamp.size)), .integer(Int64(bitPattern: entry.stamp.inode)),
                    .integer(entry.stamp.modified), .integer(entry.stamp.changed), .string(entry.hash),
                ]
            }
        ).canonicalBytes
    }
}
