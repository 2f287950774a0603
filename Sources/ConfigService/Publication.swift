import ConfigBundle
import Publishing
import Rollout

/// Everything that is served at one moment; never changed, only replaced.
final class Publication: Sendable {
    /// The store's.
    let revision: Int64
    /// When the last change was made, by its author's clock; nil when there is none.
    let changedAt: Instant?
    /// When something that waits in the store is due next; nil: nothing waits.
    let nextDue: Instant?
    /// In the order of their names' bytes.
    let apps: [PublishedApp]
    /// What `/v1/apps` answers.
    let list: Resource

    /// - Throws: `CompressionError`, `HTTPServerError`.
    init(
        revision: Int64,
        changedAt: Instant?,
        nextDue: Instant?,
        apps: [PublishedApp],
        policy: CachePolicy
    ) throws {
        let apps = apps.sorted { $0.nameBytes.lexicographicallyPrecedes($1.nameBytes) }
        self.revision = revision
        self.changedAt = changedAt
        self.nextDue = nextDue
        self.apps = apps
        let items = apps.compactMap { app in
            app.content.map {
                AppList.Item(name: app.name, revision: $0.revision, hasWallpapers: $0.wallpapers != nil)
            }
        }
        let list = try Representation(AppList.bytes(items, revision: revision))
        self.list = try Resource(
            list,
            fields: [
                ("Unencoded-Digest", BundleFields.digestField(list.digest)),
                ("Widget-Revision", "\(revision)"),
            ],
            policy: policy,
            maxAge: policy.maxAge
        )
    }

    private init(_ old: Publication, apps: [PublishedApp]) {
        revision = old.revision
        changedAt = old.changedAt
        nextDue = old.nextDue
        list = old.list
        self.apps = apps
    }

    /// This publication with the maximum ages that are right at a moment, signed by whoever signs now; nil when that
    /// is what it has.
    ///
    /// - Throws: `CryptographyError`, `HTTPServerError`.
    func renewed(_ presentation: Presentation, now: Instant) throws -> Publication? {
        var hasChanged = false
        let apps = try self.apps.map { app in
            guard let content = app.content else { return app }
            let renewed = try content.renewed(presentation, now: now)
            guard renewed !== content else { return app }
            hasChanged = true
            return PublishedApp(name: app.name, content: renewed, fault: app.fault)
        }
        return hasChanged ? Publication(self, apps: apps) : nil
    }

    /// The app of that name, compared byte by byte.
    func app(_ name: Span<UInt8>) -> PublishedApp? {
        var range = 0..<apps.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let order = name.order(against: apps[middle].nameBytes)
            if order == 0 { return apps[middle] }
            range = order < 0 ? range.lowerBound..<middle : middle + 1..<range.upperBound
        }
        return nil
    }
}
