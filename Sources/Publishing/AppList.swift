import StrictJSON

/// The list of the apps: canonical JSON, in the order in which they are given.
package enum AppList {
    /// - Parameters:
    ///   - apps: Each with its revision.
    ///   - revision: The store's.
    package static func bytes(_ apps: [(name: String, revision: Int64)], revision: Int64) -> [UInt8] {
        let items = apps.map { app -> JSON in
            [
                "app": .string(app.name), "revision": .integer(app.revision),
                "config": .string("/v1/apps/\(app.name)/config"),
                "kills": .string("/v1/apps/\(app.name)/kills"),
            ]
        }
        let list: JSON = ["apps": .array(items), "revision": .integer(revision)]
        return list.canonicalBytes
    }
}
