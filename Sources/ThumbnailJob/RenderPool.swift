import Synchronization
import Threads
import Thumbnails
import WorkerProcess

/// Renders wallpapers in worker processes, one for each of its threads.
///
/// A thread hands its worker the next order before it stores what came of the last, so that no worker waits for the
/// disk.
final class RenderPool: Sendable {
    /// How a wallpaper fared.
    enum Outcome: Sendable {
        case made(RenderAnswer.Made)
        /// For good: what is wrong with the file.
        case failed(String)
        /// For this time: it is another file by now, is gone, or cannot be read.
        case changed
    }

    /// What came of one task.
    struct Result: Sendable {
        let task: Plan.Task
        let outcome: Outcome
        /// From the order to the answer.
        let duration: Duration
    }

    /// What a run of the pool gave besides results.
    struct Facts: Sendable {
        /// In bytes, of the largest worker; 0: none was looked at.
        var peakWorkerMemory = 0
    }

    private struct State {
        var tasks: ArraySlice<Plan.Task>
        var ordered = 0
        var facts = Facts()
        var failure: (any Error)?
    }

    private let settings: JobSettings
    private let source: SourceFolder
    private let output: OutputFolder
    private let list: RenditionList
    private let state: Mutex<State>
    private let isStopped: @Sendable () -> Bool
    private let store: @Sendable (Result) throws -> Void

    /// - Parameters:
    ///   - isStopped: Asked before each order; from the first true on there are no more.
    ///   - store: Called on any of the threads with each result; an error from it ends the run.
    init(
        _ tasks: [Plan.Task],
        from source: SourceFolder,
        to output: OutputFolder,
        _ list: RenditionList,
        _ settings: JobSettings,
        isStopped: @escaping @Sendable () -> Bool,
        store: @escaping @Sendable (Result) throws -> Void
    ) {
        self.settings = settings
        self.source = source
        self.output = output
        self.list = list
        self.isStopped = isStopped
        self.store = store
        state = Mutex(State(tasks: tasks[...]))
    }

    /// Renders until nothing is left, it is stopped, or something fails that is no fault of a wallpaper.
    func run() throws -> Facts {
        let count = min(settings.workerCount, state.withLock(\.tasks.count))
        _ = inParallel(count, threads: count) { _ in self.work() }
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.facts
        }
    }

    private func work() {
        do {
            var renderer = Renderer(source, scratch: output, settings)
            var last: Result?
            while true {
                let next = try nextOrder()
                let start = ContinuousClock.now
                let sent = try next.map { try renderer.send($0.task, $0.order) }
                if let last { try store(last) }
                last = nil
                guard let next, let sent else { break }
                let outcome = sent ? try renderer.outcome(of: next.task, next.order) : .changed
                last = Result(task: next.task, outcome: outcome, duration: start.duration(to: .now))
            }
            let peak = renderer.peakMemory
            state.withLock { $0.facts.peakWorkerMemory = max($0.facts.peakWorkerMemory, peak) }
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }

    /// nil when there is no more to do.
    private func nextOrder() throws -> (task: Plan.Task, order: RenderOrder)? {
        guard !isStopped() else { return nil }
        return state.withLock { state in
            guard state.failure == nil, let task = state.tasks.popFirst() else { return nil }
            state.ordered += 1
            let isReported = state.ordered <= JobSettings.reportedPictures
            let order = RenderOrder(
                task,
                list,
                frameBytes: settings.frameBytes,
                beforeEdge: isReported ? 480 : nil
            )
            return (task, order)
        }
    }
}
