import StrictJSON

/// The list of the apps: canonical JSON, in the order in which they are given.
package enum AppList {
    /// One app.
    package struct Item: Sendable {
        package let name: String
        package let revision: Int64
        /// Whether it has a manifest of wallpapers.
        package let hasWallpapers: Bool

        package init(name: String, revision: Int64, hasWallpapers: Bool) {
            (self.name, self.revision, self.hasWallpapers) = (name, revision, hasWallpapers)
        }

        fileprivate var json: JSON {
            var object: [String: JSON] = ["app": .string(name), "revision": .integer(revision)]
            for part in ["config", "kills"] + (hasWallpapers ? ["wallpapers"] : []) {
                object[part] = .string("/v1/apps/\(name)/\(part)")
            }
            return .object(object)
        }
    }

    /// The apps of a list that was published; none when it cannot be read.
    package static func items(_ bytes: [UInt8]) -> [Item] {
        guard case .array(let apps)? = (try? JSON(parsing: bytes))?.member("apps") else { return [] }
        return apps.compactMap { app in
            guard let name = app.member("app")?.string, case .integer(let revision)? = app.member("revision")
            else { return nil }
            return Item(name: name, revision: revision, hasWallpapers: app.member("wallpapers") != nil)
        }
    }

    /// - Parameter revision: The store's.
    package static func bytes(_ apps: [Item], revision: Int64) -> [UInt8] {
        let items = apps.map(\.json)
        let list: JSON = ["apps": .array(items), "revision": .integer(revision)]
        return list.canonicalBytes
    }
}
