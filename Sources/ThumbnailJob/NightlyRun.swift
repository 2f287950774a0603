import Glibc
package import Rollout
import StrictJSON
package import Thumbnails
import WallpaperManifest

/// The job: looks, plans, renders what is missing, publishes, and clears away what is old.
///
/// It may be killed at any point. What was rendered until then is kept, what clients see is either the manifest before
/// or the one after, and the next run goes on from there.
package struct NightlyRun: Sendable {
    let settings: JobSettings
    let list: RenditionList
    let clock: @Sendable () -> Instant
    let isStopped: @Sendable () -> Bool
    /// The most bytes that an app's manifest may have, for more are not served.
    var manifestLimit = Manifest.byteLimit

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
    ///
    /// - Returns: Also which published wallpapers have no source any more.
    package func plan() throws -> (plan: Plan, failures: [Failure], ignored: [String], gone: [Plan.Gone]) {
        let source = try SourceFolder(path: settings.source)
        // Where there is no output folder yet, none is made; its folders are made in this order.
        guard access("\(settings.output)/manifests", F_OK) == 0 else {
            let looked = try look(source, HashIndex())
            return (Plan(looked.items, Plan.Stock()), looked.listing.failures, looked.listing.ignored, [])
        }
        let output = try OutputFolder(path: settings.output)
        let looked = try look(source, try output.hashIndex())
        let stock = try output.stock(looked.items.map(\.key), apps: looked.listing.apps)
        let plan = Plan(looked.items, stock, retriesFailed: settings.retriesFailed)
        let gone = plan.gone(from: stock, apps: looked.listing.apps, looked.listing.failures)
        return (plan, looked.listing.failures, looked.listing.ignored, gone)
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
        try report.write(summary)
        try output.root.write(Array((summary.json.indentedText + "\n").utf8), to: "last-run.json")
        // Held to here: until the last file is written.
        _ = consume lock
        return summary
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
                let bytes = manifest.json.canonicalBytes
                if bytes.count > manifestLimit {
                    summary.failures.append(.tooLarge(app, bytes.count, limit: manifestLimit))
                    state = .unchanged
                } else {
                    try output.publish(bytes, of: app, dropped: update.dropped, at: clock())
                    count = manifest.wallpapers.count
                    state = .published
                }
            }
            summary.apps.append(
                Summary.App(app: app, state: state, wallpapers: count, gone: update.gone)
            )
        }
    }
}

extension Failure {
    /// Of a manifest that would be too large, so that the one before stays.
    fileprivate static func tooLarge(_ app: AppID, _ size: Int, limit: Int) -> Failure {
        Failure(
            app: app,
            file: "manifests/\(app).json",
            id: nil,
            reason:
                "it would have \(size) bytes, and at most \(limit) are served; publish fewer wallpapers in this "
                + "app"
        )
    }
}
