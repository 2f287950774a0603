import Glibc
package import Rollout
import StrictJSON
import Synchronization
package import Thumbnails

/// The job: looks, plans, renders what is missing, publishes, and clears away what is old.
///
/// It may be killed at any point. What was rendered until then is kept, what clients see is either the manifest before
/// or the one after, and the next run goes on from there.
package struct NightlyRun: Sendable {
    private let settings: JobSettings
    private let list: RenditionList
    private let clock: @Sendable () -> Instant
    private let isStopped: @Sendable () -> Bool

    /// - Parameters:
    ///   - clock: For the report, for pictures' ages and for nothing else.
    ///   - isStopped: Asked again and again; true: to end soon, with nothing published.
    package init(
        _ settings: JobSettings,
        _ book: RecipeBook,
        clock: @escaping @Sendable () -> Instant,
        isStopped: @escaping @Sendable () -> Bool = { false }
    ) {
        self.settings = settings
        self.clock = clock
        self.isStopped = isStopped
        list = RenditionList(book)
    }

    /// What a run would do; nothing is written.
    package func plan() throws -> (plan: Plan, failures: [Failure], ignored: [String]) {
        let source = try SourceFolder(path: settings.source)
        // Where there is no output folder yet, none is made; its folders are made in this order.
        guard access("\(settings.output)/manifests", F_OK) == 0 else {
            let looked = try look(source, HashIndex())
            return (Plan(looked.items, Plan.Stock()), looked.listing.failures, looked.listing.ignored)
        }
        let output = try OutputFolder(path: settings.output)
        let looked = try look(source, try output.hashIndex())
        let stock = try output.stock(looked.items.map(\.key), apps: looked.listing.apps)
        let plan = Plan(looked.items, stock, retriesFailed: settings.retriesFailed)
        return (plan, looked.listing.failures, looked.listing.ignored)
    }

    /// Does it all.
    ///
    /// - Parameter progress: Called with the number of wallpapers to render, before the first; what it returns is
    ///   called after each, on any thread.
    /// - Throws: ``RunLock/Held``, or ``JobError`` when it cannot go on; nothing is published then.
    package func run(progress: (Int) -> @Sendable () -> Void) throws -> Summary {
        let start = ContinuousClock.now
        var summary = Summary(started: clock())
        let source = try SourceFolder(path: settings.source)
        let output = try OutputFolder(path: settings.output)
        let lock = try output.lock(at: summary.started)
        let before = try output.hashIndex()
        let looked = try look(source, before)
        if looked.index != before { try output.store(looked.index) }
        let keys = looked.items.map(\.key)
        let stock = try output.stock(keys, apps: looked.listing.apps)
        let plan = Plan(looked.items, stock, retriesFailed: settings.retriesFailed)
        summary.ignored = looked.listing.ignored
        summary.failures = looked.listing.failures + plan.setAside
        summary.keptCount = plan.kept.count
        let report = try ReportFolder(in: settings.output)
        let rendered = try render(plan.tasks, source, output, stock, report, progress(plan.tasks.count))
        summary.add(rendered)
        summary.isStopped = isStopped()
        if !summary.isStopped {
            try publish(plan.kept + rendered.kept, &summary, stock, looked.listing.apps, output)
            summary.prunedCount = try output.prune(
                keeping: Set(keys),
                graceSeconds: settings.graceSeconds,
                at: clock()
            )
        }
        summary.duration = start.duration(to: .now)
        // A night in which nothing happened leaves the page of the last one in which something did.
        if !summary.made.isEmpty || !summary.failures.isEmpty { try report.write(summary) }
        try output.root.write(Array((summary.json.indentedText + "\n").utf8), to: "last-run.json")
        // Held to here: until the last file is written.
        _ = consume lock
        return summary
    }
}

// MARK: - Looking

extension NightlyRun {
    private struct Look {
        var listing: SourceListing
        var items: [Plan.Item]
        var index: HashIndex
    }

    /// Lists the source folder and reads those files whose hashes are not known.
    private func look(_ source: SourceFolder, _ known: HashIndex) throws -> Look {
        let listing = try source.listing()
        let unknown = listing.pictures.filter { known.hash(of: $0) == nil }
        let state = Mutex((rest: unknown[...], hashes: [String: String](), failure: (any Error)?.none))
        try withThreads(min(settings.workerCount, unknown.count)) {
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
    fileprivate static func changed(_ picture: SourcePicture) -> Failure {
        Failure(
            app: picture.app,
            file: picture.file,
            id: picture.id,
            reason: "it cannot be read, or changed while it was; the next run tries again"
        )
    }
}

// MARK: - Rendering

extension NightlyRun {
    fileprivate struct Rendered: Sendable {
        var kept: [Plan.Kept] = []
        var made: [Summary.Made] = []
        var failures: [Failure] = []
        var peakWorkerMemory = 0
    }

    private func render(
        _ tasks: [Plan.Task],
        _ source: SourceFolder,
        _ output: OutputFolder,
        _ stock: Plan.Stock,
        _ report: ReportFolder,
        _ advance: @escaping @Sendable () -> Void
    ) throws -> Rendered {
        let rendered = Mutex(Rendered())
        guard !tasks.isEmpty else { return Rendered() }
        let list = list
        let pool = RenderPool(tasks, from: source, to: output, list, settings, isStopped: isStopped) {
            result in
            let picture = result.task.picture
            switch result.outcome {
            case .made(let answer):
                let (rendering, made) = try Self.store(answer, result, list, output, stock, report)
                rendered.withLock {
                    $0.kept.append(Plan.Kept(picture: picture, rendering: rendering))
                    $0.made.append(made)
                }
            case .failed(let reason):
                try output.store(.failed(reason), key: result.task.key)
                let failure = Failure(app: picture.app, file: picture.file, id: picture.id, reason: reason)
                rendered.withLock { $0.failures.append(failure) }
            case .changed: rendered.withLock { $0.failures.append(.changed(picture)) }
            }
            advance()
        }
        let facts = try pool.run()
        return rendered.withLock { rendered in
            rendered.peakWorkerMemory = facts.peakWorkerMemory
            return rendered
        }
    }

    /// Puts the pictures in place, and then the record that says that they are there.
    private static func store(
        _ answer: RenderAnswer.Made,
        _ result: RenderPool.Result,
        _ list: RenditionList,
        _ output: OutputFolder,
        _ stock: Plan.Stock,
        _ report: ReportFolder
    ) throws -> (RenderRecord.Rendering, Summary.Made) {
        var variants: [Manifest.Variant] = []
        for (entry, bytes) in zip(list.entries, answer.pictures) {
            let file = try output.store(bytes, entry.recipe.encoding.format) { stock.images.contains($0) }
            variants.append(Manifest.Variant(recipe: entry.recipe.name, size: entry.size, file: file))
        }
        let preview = answer.preview
        let rendering = RenderRecord.Rendering(
            variants: variants,
            placeholder: BlurHash.encode(preview.pixels, width: preview.width, height: preview.height)
        )
        try output.store(.made(rendering), key: result.task.key)
        let picture = result.task.picture
        let made = Summary.Made(
            app: picture.app,
            id: picture.id,
            file: picture.file,
            duration: result.duration,
            bytesIn: picture.stamp.size,
            bytesOut: answer.pictures.reduce(0) { $0 + $1.count },
            source: answer.source,
            pictures: variants.map { ($0.file.name, "\($0.recipe), \($0.size)") },
            before: try answer.before.map { try report.store($0, key: result.task.key) }
        )
        return (rendering, made)
    }
}

extension Summary {
    fileprivate mutating func add(_ rendered: NightlyRun.Rendered) {
        made = rendered.made.sorted { ($0.app, $0.file) < ($1.app, $1.file) }
        failures = (failures + rendered.failures).sorted { ($0.app, $0.file) < ($1.app, $1.file) }
        peakWorkerMemory = rendered.peakWorkerMemory
    }
}

// MARK: - Publishing

extension NightlyRun {
    private func publish(
        _ kept: [Plan.Kept],
        _ summary: inout Summary,
        _ stock: Plan.Stock,
        _ apps: [AppID],
        _ output: OutputFolder
    ) throws {
        let images = Set(try output.images.names())
        let byApp = Dictionary(grouping: kept, by: \.picture.app)
        let failures = Dictionary(grouping: summary.failures, by: \.app)
        for app in apps {
            let current = stock.manifests[app]
            let update = ManifestUpdate(
                app: app,
                kept: byApp[app] ?? [],
                failures: failures[app] ?? [],
                current: current,
                images: images,
                allowsRemoval: settings.allowsRemoval
            )
            var count = current?.wallpapers.count ?? 0
            let state: Summary.App.State
            switch update.decision {
            case .unchanged: state = .unchanged
            case .held: state = .held
            case .publish(let manifest):
                try output.publish(manifest, dropped: update.dropped, at: clock())
                count = manifest.wallpapers.count
                state = .published
            }
            summary.apps.append(Summary.App(app: app, state: state, wallpapers: count))
        }
    }
}
