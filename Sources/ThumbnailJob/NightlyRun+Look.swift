import Rollout
import Synchronization
import Threads
import Thumbnails

extension NightlyRun {
    /// What was found, with a key for each picture that could be read.
    struct Look {
        var listing: SourceListing
        var items: [Plan.Item]
        var index: HashIndex
    }

    /// Lists the source folder and reads those files whose hashes are not known.
    func look(_ source: SourceFolder, _ known: HashIndex) throws -> Look {
        let listing = try source.listing()
        let unknown = listing.pictures.filter { known.hash(of: $0) == nil }
        let state = Mutex((rest: unknown[...], hashes: [String: String](), failure: (any Error)?.none))
        let threads = min(settings.workerCount, unknown.count)
        _ = inParallel(threads, threads: threads) { _ in
            while !self.isStopped(),
                let picture = state.withLock({ $0.failure == nil ? $0.rest.popFirst() : nil })
            {
                do {
                    let hash = try source.open(picture)?.hash()
                    state.withLock { $0.hashes[picture.path] = hash }
                } catch {
                    state.withLock { $0.failure = error }
                }
            }
        }
        let (hashes, failure) = state.withLock { ($0.hashes, $0.failure) }
        if let failure { throw failure }
        var look = Look(listing: listing, items: [], index: known)
        look.index.keepOnly(listing.pictures)
        let now = clock()
        for picture in listing.pictures {
            guard let hash = known.hash(of: picture) ?? hashes[picture.path] else {
                if !isStopped() { look.listing.failures.append(.changed(picture)) }
                continue
            }
            look.index.keep(hash, of: picture, at: now)
            look.items.append(
                Plan.Item(picture: picture, key: list.key(source: hash, focus: picture.notes.focus))
            )
        }
        return look
    }
}

extension Failure {
    static func changed(_ picture: SourcePicture) -> Failure {
        Failure(
            app: picture.app,
            file: picture.file,
            id: picture.id,
            reason: "it cannot be read, or changed while it was; the next run tries again"
        )
    }
}
