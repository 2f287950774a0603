import Cryptography
import Glibc
import Rollout
import Thumbnails
import WallpaperManifest

/// The folder that wallpapers come from: a folder an app, in it the pictures and, beside a picture, its notes.
///
/// No link is followed, so that nothing outside the folder is ever read.
package final class SourceFolder: Sendable {
    private let root: Folder

    /// - Throws: ``JobError`` when there is none.
    package init(path: String) throws(JobError) { root = try Folder(path: path) }

    /// The most bytes that a picture may have.
    static let sizeLimit = 512 << 20

    private static let pictureEndings: Set<String> = ["jpg", "jpeg", "png", "webp", "heic", "heif"]

    /// Looks at everything, without reading any picture.
    ///
    /// - Throws: ``JobError`` when a folder cannot be listed, or holds no app's folder at all.
    package func listing() throws(JobError) -> SourceListing {
        var listing = SourceListing()
        for name in try root.names().sorted() {
            guard let folder = try Folder(name, in: root) else {
                listing.ignored.append(name)
                continue
            }
            guard let app = try? AppID(name) else {
                // Not a failure of the night: it may be a folder of drafts.
                listing.ignored.append("\(name)/")
                continue
            }
            listing.apps.append(app)
            try list(folder, of: app, into: &listing)
        }
        guard !listing.apps.isEmpty else {
            throw JobError(
                .list,
                root.path,
                reason: "it has no folder of an app; name the folder above those of the apps with --source"
            )
        }
        return listing
    }

    private func list(_ folder: borrowing Folder, of app: AppID, into listing: inout SourceListing)
        throws(JobError)
    {
        let names = try folder.names().sorted()
        let pictures = names.filter { Self.pictureEndings.contains(ending(of: $0).lowercased()) }
        let byStem = Dictionary(grouping: pictures, by: stem)
        for name in names where !pictures.contains(name) {
            let isNotes = ending(of: name) == "json"
            if !isNotes {
                listing.ignored.append("\(app)/\(name)")
            } else if byStem[stem(of: name)] == nil {
                let reason = "there is no picture beside these notes; give both the same name"
                listing.failures.append(Failure(app: app, file: name, id: nil, reason: reason))
            }
        }
        for name in pictures {
            do throws(Reason) {
                let others = (byStem[stem(of: name)] ?? []).filter { $0 != name }
                listing.pictures.append(try picture(name, beside: others, in: folder, of: app))
            } catch {
                let id = try? WallpaperID(stem(of: name))
                listing.failures.append(Failure(app: app, file: name, id: id, reason: error.text))
            }
        }
    }

    /// Why a file is no wallpaper.
    private struct Reason: Error {
        let text: String
    }

    private func picture(
        _ name: String,
        beside others: [String],
        in folder: borrowing Folder,
        of app: AppID
    ) throws(Reason) -> SourcePicture {
        guard others.isEmpty else {
            throw Reason(text: "\(others.joined(separator: ", ")) is the same wallpaper; rename one of them")
        }
        guard !name.unicodeScalars.contains("\u{FFFD}") else {
            throw Reason(text: "its name is not UTF-8; rename it")
        }
        let id: WallpaperID
        let stamp: FileStamp
        let notes: WallpaperNotes
        do {
            id = try WallpaperID(stem(of: name))
            stamp = try folder.stamp(of: name)
            let sidecar = "\(stem(of: name)).json"
            let bytes = try folder.read(sidecar, upTo: 1 << 16)
            notes = try bytes.map { try WallpaperNotes(parsing: $0, file: sidecar) } ?? .none
        } catch {
            // One sidecar may have several faults.
            throw Reason(text: "\(error)".split(separator: "\n").joined(separator: "; "))
        }
        guard stamp.size > 0 else { throw Reason(text: "it is empty; copy it again") }
        guard stamp.size <= Self.sizeLimit else {
            throw Reason(text: "it has \(stamp.size) bytes, and at most \(Self.sizeLimit) are read")
        }
        return SourcePicture(app: app, file: name, id: id, notes: notes, stamp: stamp)
    }

    private func stem(of name: String) -> String {
        name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    private func ending(of name: String) -> String {
        name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    }
}

// MARK: - Opening

extension SourceFolder {
    /// An open picture.
    package final class OpenPicture {
        package let descriptor: Int32
        private let stamp: FileStamp

        fileprivate init(_ descriptor: Int32, _ stamp: FileStamp) {
            self.descriptor = descriptor
            self.stamp = stamp
        }

        deinit { close(descriptor) }

        /// Whether the file is still what it was when it was listed.
        package var isUnchanged: Bool { FileStamp(descriptor) == stamp }

        /// Whether it begins as files of that family do (ISO/IEC 14496-12, section 4.3), whatever its name says.
        package var isHEIC: Bool {
            var start = [UInt8](repeating: 0, count: 8)
            return pread(descriptor, &start, start.count, 0) == start.count
                && start[4...].elementsEqual("ftyp".utf8)
        }

        /// The hash of its bytes; nil when it cannot be read, or changes while it is.
        package func hash() -> String? {
            var stream = SHA256Stream()
            var buffer = [UInt8](repeating: 0, count: 1 << 18)
            var offset = 0
            while true {
                let count = buffer.withUnsafeMutableBytes {
                    pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { return nil }
                if count == 0 { break }
                buffer.withUnsafeBytes { stream.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
                offset += count
            }
            let digest = stream.finish()
            return isUnchanged ? digest.hexadecimal : nil
        }
    }

    /// Opens a picture; nil when it is not what was listed any more.
    package func open(_ picture: SourcePicture) throws(JobError) -> OpenPicture? {
        guard let folder = try Folder(picture.app.text, in: root) else { return nil }
        let descriptor = openat(
            folder.descriptor,
            picture.file,
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        )
        guard descriptor >= 0 else { return nil }
        let open = OpenPicture(descriptor, picture.stamp)
        return open.isUnchanged ? open : nil
    }
}

extension FileStamp {
    fileprivate init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    fileprivate init(_ status: stat) {
        self.init(
            size: Int(status.st_size),
            inode: UInt64(status.st_ino),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            changed: Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        )
    }
}

extension Folder {
    /// - Throws: ``JobError`` also when it is no ordinary file.
    fileprivate func stamp(of name: String) throws(JobError) -> FileStamp {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw error(.read, name, errno)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return FileStamp(status)
        case S_IFLNK:
            throw JobError(
                .read,
                "\(path)/\(name)",
                reason: "it is a link, and links are not followed; copy the file"
            )
        default: throw JobError(.read, "\(path)/\(name)", reason: "it is no ordinary file")
        }
    }
}
