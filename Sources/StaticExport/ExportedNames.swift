import ConfigBundle

/// The names of what is published, by which it is told from what others have put beside it.
enum ExportedNames {
    /// The folder that holds a folder for each app, from the root.
    static let apps = ["v1", "apps"]
    /// The list of the apps, in the first of these folders.
    static let list = "apps.json"
    /// The folders of an app in which files never change.
    static let contentFolders = ["bundles", "kill-lists", "deltas", thumbnails]
    /// Of the bundle and the kills in force, where a server has them.
    static let config = "config"
    static let kills = "kills"
    /// The manifest of the wallpapers, and the folder of their pictures, where a server has them.
    static let wallpapers = "wallpapers"
    static let thumbnails = "thumbnails"

    /// What is replaced when an app changes; the pointer last.
    static let front = [wallpapers, config, kills, BundlePointer.name].flatMap {
        [BundlePointer.compressed($0), $0]
    }

    /// Whether a file that never changes may have this name in a folder.
    static func isContent(_ name: String, in folder: String) -> Bool {
        switch folder {
        case "bundles", "kill-lists":
            [".json", ".json.gz"].contains { name.hasSuffix($0) && isDigest(name.dropLast($0.utf8.count)) }
        case "deltas":
            name.hasSuffix(".zdict") && isPair(name.dropLast(6))
        case thumbnails:
            [".jpg", ".png"].contains { name.hasSuffix($0) && isDigest(name.dropLast(4)) }
        default: false
        }
    }

    /// Whether it is what a file that never changes is called while it is written.
    static func isTemporary(_ name: String, in folder: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(".new") else { return false }
        return isContent(String(name.dropFirst().dropLast(4)), in: folder)
    }

    /// Two digests with a hyphen between.
    private static func isPair(_ text: Substring) -> Bool {
        text.utf8.count == 129 && text.dropFirst(64).first == "-" && isDigest(text.prefix(64))
            && isDigest(text.suffix(64))
    }

    private static func isDigest(_ text: Substring) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
