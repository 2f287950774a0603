import Rollout
import Synchronization
import Thumbnails
import WallpaperManifest

extension NightlyRun {
    /// What came of the tasks.
    struct Rendered: Sendable {
        var kept: [Plan.Kept] = []
        var made: [Summary.Made] = []
        var failures: [Failure] = []
        var peakWorkerMemory = 0
    }

    func render(
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
            pictures: zip(variants, answer.litPermille).map { variant, lit in
                (variant.file.name, "\(variant.recipe), \(variant.size), \((lit + 5) / 10) % lit")
            },
            before: try answer.before.map { try report.store($0, key: result.task.key) }
        )
        return (rendering, made)
    }
}

extension Summary {
    mutating func add(_ rendered: NightlyRun.Rendered) {
        made = rendered.made.sorted { ($0.app, $0.file) < ($1.app, $1.file) }
        failures = (failures + rendered.failures).sorted { ($0.app, $0.file) < ($1.app, $1.file) }
        peakWorkerMemory = rendered.peakWorkerMemory
    }
}
