package import Rollout
import StrictJSON

/// A manifest of which only those wallpapers are read whole that are asked for.
///
/// For a widget extension, which shows one wallpaper of a thousand and has little memory. It gives what ``Manifest``
/// would; whatever is not asked for may be malformed unnoticed.
package struct ManifestOutline: Sendable {
    /// Whose it is.
    package let app: AppID
    /// What the daily pick looks at, of all wallpapers in the order of their names.
    package let listings: [WallpaperListing]
    private let file: String
    private let bytes: [UInt8]
    private let wallpapers: JSONOutline

    /// - Parameter file: Its name, for the error.
    /// - Throws: ``ManifestError``, for what is needed whatever the question.
    package init(parsing bytes: [UInt8], file: String) throws(ManifestError) {
        self.bytes = bytes
        self.file = file
        let root = try Self.outline(bytes, nil, .root, file)
        let head = try Self.document(of: ["app", "format"], in: root, bytes, .root, file)
        app = try Self.read(head, .root, file) { Manifest.app($0) }
        let path = JSONPath.key(.root, "wallpapers")
        guard let range = root["wallpapers"] else { throw Self.error("missing", path, file) }
        wallpapers = try Self.outline(bytes, range, path, file)
        var listings: [WallpaperListing] = []
        listings.reserveCapacity(wallpapers.members.count)
        for member in wallpapers.members {
            listings.append(try Self.listing(member, app, bytes, file))
        }
        self.listings = listings
    }

    /// All of a wallpaper.
    ///
    /// - Parameter place: Of one of ``listings``.
    /// - Throws: ``ManifestError`` when it is malformed.
    package func wallpaper(at place: Int) throws(ManifestError) -> Manifest.Wallpaper {
        let id = listings[place].id
        let path = JSONPath.key(.key(.root, "wallpapers"), id.text)
        let document = try Self.document(bytes, wallpapers.members[place].value, path, file)
        return try Self.read(document, path, file) { Manifest.Wallpaper($0, name: id.text) }
    }
}

// MARK: - Reading parts

extension ManifestOutline {
    private static func listing(
        _ member: JSONOutline.Member,
        _ app: AppID,
        _ bytes: [UInt8],
        _ file: String
    ) throws(ManifestError) -> WallpaperListing {
        let all = JSONPath.key(.root, "wallpapers")
        // With its quotes, so that escapes are undone.
        let quoted = member.key.lowerBound - 1..<member.key.upperBound + 1
        guard case .string(let name) = try document(bytes, quoted, all, file) else {
            throw error("a name is no string", all, file)
        }
        let path = JSONPath.key(all, name)
        let outline = try outline(bytes, member.value, path, file)
        let document = try document(of: ["category", "from", "until"], in: outline, bytes, path, file)
        return try read(document, path, file) { WallpaperListing($0, name: name, of: app) }
    }

    private static func outline(
        _ bytes: [UInt8],
        _ range: Range<Int>?,
        _ path: JSONPath,
        _ file: String
    ) throws(ManifestError) -> JSONOutline {
        do throws(JSONError) {
            return try JSONOutline(of: bytes, in: range)
        } catch {
            throw Self.error(error.description, path, file)
        }
    }

    private static func document(
        _ bytes: [UInt8],
        _ range: Range<Int>,
        _ path: JSONPath,
        _ file: String
    ) throws(ManifestError) -> JSON {
        do throws(JSONError) {
            return try JSON(parsing: Array(bytes[range]))
        } catch {
            throw Self.error(error.description, path, file)
        }
    }

    /// An object of these of its members that are there.
    private static func document(
        of keys: [String],
        in outline: JSONOutline,
        _ bytes: [UInt8],
        _ path: JSONPath,
        _ file: String
    ) throws(ManifestError) -> JSON {
        var members: [String: JSON] = [:]
        for key in keys {
            guard let range = outline[key] else { continue }
            members[key] = try document(bytes, range, .key(path, key), file)
        }
        return .object(members)
    }

    private static func read<Value>(
        _ document: JSON,
        _ path: JSONPath,
        _ file: String,
        _ read: (JSONField) -> Value?
    ) throws(ManifestError) -> Value {
        let findings = Findings(unknownKeys: .ignore)
        let value = read(JSONField(document, path: path, findings: findings))
        guard findings.all.isEmpty, let value else { throw ManifestError(file, findings) }
        return value
    }

    private static func error(_ message: String, _ path: JSONPath, _ file: String) -> ManifestError {
        let findings = Findings(unknownKeys: .ignore)
        findings.add(message, at: path)
        return ManifestError(file, findings)
    }
}
