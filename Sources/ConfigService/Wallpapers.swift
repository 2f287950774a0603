import ConfigBundle
import HTTPServer
import Publishing
import Rollout
import WallpaperManifest

/// What is served of one app's wallpapers.
struct Wallpapers: Sendable {
    /// A picture that no manifest in force has any more, for clients that still have the one before.
    struct Dropped: Equatable, Sendable {
        let byteCount: Int
        let until: Instant
    }

    /// Which manifest is served; nil: none that was named could be read yet, or none is any more.
    private(set) var hash: ManifestHash?
    private(set) var manifest: Resource?
    /// How many wallpapers the manifest has.
    private(set) var count = 0
    /// Its pictures, with their sizes in bytes.
    private var pictures: [PictureName: Int] = [:]
    private var dropped: [PictureName: Dropped] = [:]
    /// Why the manifest that the store names is not the one that is served; nil: it is.
    var fault: String?

    /// For so long a picture is served that is in no manifest any more, as long as its file is there; the job keeps it as
    /// long, unless it is told otherwise.
    private static let graceSeconds: Int64 = 7 * 86_400

    /// The size in bytes of a picture of the app; nil when it is none, or is not served any more.
    func byteCount(of picture: PictureName, now: () -> Instant) -> Int? {
        if let byteCount = pictures[picture] { return byteCount }
        return dropped[picture].flatMap { $0.until > now() ? $0.byteCount : nil }
    }

    /// Puts a manifest in the place of the one before; nil: the app has none any more.
    ///
    /// - Throws: `CompressionError`, `HTTPServerError`.
    mutating func replace(
        by next: NamedManifest?,
        _ policy: CachePolicy,
        now: Instant
    )
        throws
    {
        let resource = try next.map { try Resource(manifest: $0.bytes, of: $0.manifest.app, policy) }
        let files = next?.manifest.wallpapers.flatMap { $0.variants.map(\.file) } ?? []
        let present = Dictionary(
            files.compactMap { file in PictureName(file.name).map { ($0, file.byteCount) } }
        ) { first, _ in first }
        let until = now.adding(seconds: Self.graceSeconds)
        dropped = dropped.filter { $0.value.until > now }
        for (name, byteCount) in pictures { dropped[name] = Dropped(byteCount: byteCount, until: until) }
        for name in present.keys { dropped[name] = nil }
        (hash, manifest, pictures) = (next?.hash, resource, present)
        count = next?.manifest.wallpapers.count ?? 0
        fault = nil
    }
}

extension Resource {
    /// A manifest of wallpapers, which the bundle vouches for.
    fileprivate convenience init(manifest bytes: [UInt8], of app: AppID, _ policy: CachePolicy) throws {
        let representation = try Representation(bytes)
        try self.init(
            representation,
            fields: [
                ("Unencoded-Digest", BundleFields.digestField(representation.digest)),
                ("Widget-App", app.text),
            ],
            policy: policy,
            maxAge: policy.maxAge
        )
    }
}
