public import ConfigBundle
import Cryptography
public import Rollout

/// The file in the App Group that holds the bundle in force for one app, for all of the app's processes.
///
/// A reader gets a whole bundle or none, never half of one, whatever writers do and wherever they are interrupted:
/// files are written aside and renamed, and each has its own digest. Behind the newest one stands the one before it, in
/// case the newest is damaged.
///
/// Nothing in here waits for other processes but ``write(_:)``.
public struct BundleFile: Sendable {
    /// The largest file that is read or written, in bytes: 8 MiB.
    public static let byteLimit = 8 << 20

    /// What must be true of a bundle that is read.
    public let verifier: BundleVerifier
    let paths: Paths

    /// Touches nothing yet.
    ///
    /// - Parameter verifier: For one app; its files are named after it.
    public init(in directory: AppGroupDirectory, verifier: BundleVerifier) {
        self.verifier = verifier
        paths = Paths(in: directory, app: verifier.app)
    }

    /// Where an app's files are.
    struct Paths: Hashable, Sendable {
        /// The newest bundle.
        let current: String
        /// The one before it.
        let previous: String
        /// One that is being written, or was when its writer ended.
        let new: String
        /// The last one that was found damaged, for those who want to know by what.
        let corrupt: String
        let lock: String

        init(in directory: AppGroupDirectory, app: AppID) {
            current = directory.file(app, "widget-bundle")
            previous = current + ".previous"
            new = current + ".new"
            corrupt = current + ".corrupt"
            lock = directory.lock(app)
        }
    }
}

extension BundleFile {
    /// What was found.
    public struct Reading<Content: Sendable>: Sendable {
        /// The newest bundle that is whole, genuine and could be decoded; nil when there is none.
        public let bundle: KeptBundle?
        /// What was made of that bundle; nil when there is none.
        public let content: Content?
        /// What was wrong with newer ones, and what else went wrong; empty also when nothing was ever written.
        public let faults: [AppGroupError]
    }

    /// Reads the newest bundle, or the one before it when that one cannot be used, and decodes all of it.
    ///
    /// A file that is corrupt is renamed, so that it is found once: to one name, at which the last one stays.
    public func read() -> Reading<AppConfiguration> {
        read { bundle throws(BundleError) in try AppConfiguration(bundle: bundle.bytes) }
    }

    /// The same, for those who need only a part.
    func read<Content>(_ decode: (KeptBundle) throws(BundleError) -> Content) -> Reading<Content> {
        let found = find(decode)
        var faults = found.faults
        for fault in faults where fault.isOfContent {
            do throws(AppGroupError) { try setAside(fault.path) } catch { faults.append(error) }
        }
        return Reading(bundle: found.bundle, content: found.content, faults: faults)
    }

    /// What is there, without changing it.
    struct Found<Content> {
        var bundle: KeptBundle?
        var content: Content?
        /// Whether it is the newest rather than the one before it.
        var isCurrent = false
        var faults: [AppGroupError] = []
    }

    func find<Content>(_ decode: (KeptBundle) throws(BundleError) -> Content) -> Found<Content> {
        var found = Found<Content>()
        for path in [paths.current, paths.previous] where found.bundle == nil {
            do throws(AppGroupError) {
                guard let (bundle, content) = try bundle(at: path, decode) else { continue }
                found.bundle = bundle
                found.content = content
                found.isCurrent = path == paths.current
            } catch {
                found.faults.append(error)
            }
        }
        return found
    }

    /// nil when there is no such file.
    private func bundle<Content>(
        at path: String,
        _ decode: (KeptBundle) throws(BundleError) -> Content
    ) throws(AppGroupError) -> (KeptBundle, Content)? {
        guard let file = try OpenFile.reading(path) else { return nil }
        let bytes = try file.contents(limit: Self.byteLimit)
        do throws(AppGroupError.Cause) {
            let (kept, digest) = try KeptBundle.read(file: bytes)
            do throws(BundleError) {
                try verify(kept, digest)
                return (kept, try decode(kept))
            } catch {
                throw .refused(error)
            }
        } catch {
            throw AppGroupError(operation: .read, path: path, cause: error)
        }
    }

    private func verify(_ kept: KeptBundle, _ digest: SHA256Digest) throws(BundleError) {
        let signed = try verifier.verify(
            digest: digest,
            byteCount: kept.bytes.count,
            fields: kept.fields,
            newestRevision: nil
        )
        guard kept.app == verifier.app else { throw .wrongApp(found: kept.app.text, expected: verifier.app) }
        if let signed, signed != kept.revision {
            throw .differentRevisions(header: signed, bundle: kept.revision)
        }
    }

    /// Renames what is still there and still corrupt.
    ///
    /// A writer may have put a good file there since, which is why one has to look again while nobody may write. Whoever
    /// is writing right now does this anyway.
    private func setAside(_ path: String) throws(AppGroupError) {
        do throws(AppGroupError) {
            try OpenFile.withLock(paths.lock, patience: 1) { () throws(AppGroupError) in
                do throws(AppGroupError) {
                    _ = try bundle(at: path) { _ in }
                } catch {
                    if error.isOfContent { try rename(path, to: paths.corrupt, .setAside) }
                }
            }
        } catch {
            guard error.cause == .busy else { throw error }
        }
    }
}
