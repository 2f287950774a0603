import Glibc
import StrictJSON
import Thumbnails
import WallpaperManifest
import WorkerProcess

/// One worker process and its successors, spoken to by one thread.
struct Renderer {
    private let source: SourceFolder
    /// Where workers put aside what is too much for memory.
    private let scratch: OutputFolder
    private let settings: JobSettings
    private var worker: WorkerProcess?
    /// Whether the worker has loaded what reads HEIC, which takes memory that few need.
    private var readsHEIC = false
    /// The file that the worker is reading.
    private var picture: SourceFolder.OpenPicture?
    /// Of the largest worker so far, in bytes.
    private(set) var peakMemory = 0

    init(_ source: SourceFolder, scratch: OutputFolder, _ settings: JobSettings) {
        self.source = source
        self.scratch = scratch
        self.settings = settings
    }

    /// Hands an order over; false when the file is not what it was when it was listed.
    mutating func send(_ task: Plan.Task, _ order: RenderOrder) throws -> Bool {
        picture = try source.open(task.picture)
        guard let picture else { return false }
        if picture.isHEIC && !readsHEIC {
            worker = nil
            readsHEIC = true
        }
        try hand(order)
        return true
    }

    /// Waits for what comes of an order that was handed over.
    ///
    /// A worker that is killed from outside may have been so for no fault of the file, which is then given to another
    /// one once more.
    mutating func outcome(of task: Plan.Task, _ order: RenderOrder) throws -> RenderPool.Outcome {
        var answer = try answer(to: order)
        if case .killed = answer {
            try hand(order)
            answer = try self.answer(to: order)
        }
        let isUnchanged = picture?.isUnchanged ?? false
        picture = nil
        guard isUnchanged else { return .changed }
        switch answer {
        case .made(let made): return .made(made)
        case .failed(let reason): return .failed(reason)
        case .unreadable: return .changed
        case .killed:
            return .failed(
                "two workers were killed while they read it, perhaps for want of memory; make it smaller"
            )
        }
    }
}

extension Renderer {
    private enum Answer {
        case made(RenderAnswer.Made)
        case failed(String)
        case unreadable
        case killed
    }

    private mutating func hand(_ order: RenderOrder) throws {
        if worker == nil { worker = try start() }
        do throws(WorkerError) {
            try send(order)
        } catch .ended {
            // It was killed while it had nothing to do.
            worker = nil
            worker = try start()
            try send(order)
        }
    }

    private func send(_ order: RenderOrder) throws(WorkerError) {
        try worker?.allow(processorTime: settings.timeLimit)
        try worker?.socket.send(order.json.canonicalBytes, file: picture?.descriptor)
    }

    private mutating func answer(to order: RenderOrder) throws -> Answer {
        var message: [UInt8]?
        do throws(WorkerError) {
            let deadline = ContinuousClock.now + settings.timeLimit
            message = try worker?.socket.receive(upTo: RenderAnswer.sizeLimit, by: deadline)?.message
        } catch .timedOut {
            end()
            return .failed("it took longer than \(seconds) s; make it smaller")
        } catch .ended {
            message = nil
        } catch .malformed {
            end()
            return .failed(Self.nonsense)
        }
        guard let message else { return reasonOfDeath() }
        let parsed = RenderAnswer(parsing: message)
        if case .stuck(let code)? = parsed {
            throw JobError(.write, "\(scratch.root.path) (scratch file)", code: code)
        }
        guard let parsed, let checked = Self.checked(parsed, order) else {
            end()
            return .failed(Self.nonsense)
        }
        lookAtMemory()
        return checked
    }

    private var seconds: Int64 { settings.timeLimit.components.seconds }

    private static let nonsense = "the worker answered nonsense; the file may be made to do harm"

    private mutating func end() {
        lookAtMemory()
        worker = nil
    }

    /// The worker may be in a stranger's hands: nothing but pictures of the size that was ordered is taken from it.
    private static func checked(_ answer: RenderAnswer, _ order: RenderOrder) -> Answer? {
        let made: RenderAnswer.Made
        switch answer {
        case .failed(let reason): return .failed(reason)
        case .unreadable: return .unreadable
        case .stuck: return nil
        case .made(let answer): made = answer
        }
        let isSound =
            made.pictures.count == order.items.count
            && zip(made.pictures, order.items).allSatisfy { bytes, item in
                bytes.count <= item.byteCap && item.encoding.format.isSignature(of: bytes)
            }
            && (made.before.map { ImageFormat.jpg.isSignature(of: $0) } ?? true)
        return isSound ? .made(made) : nil
    }

    private mutating func reasonOfDeath() -> Answer {
        let end = worker?.reap(within: .seconds(5))
        worker = nil
        switch end {
        case .signalled(SIGKILL), .signalled(SIGTERM), nil: return .killed
        case .signalled(SIGXCPU):
            return .failed("it took more than \(seconds) s of processor time; make it smaller")
        case .signalled(SIGSYS):
            return .failed("the decoder did what no decoder has to do; the file may be made to do harm")
        case .signalled(let signal):
            return .failed("the decoder crashed (\(String(cString: strsignal(signal)))); save it anew")
        case .exited(let code): return .failed("the worker gave up with exit code \(code)")
        }
    }

    /// Replaces a worker that has grown: what its libraries do not give back would add up.
    private mutating func lookAtMemory() {
        guard let memory = worker?.memory() else { return }
        peakMemory = max(peakMemory, memory.peak)
        if memory.now > JobSettings.recycledAbove { worker = nil }
    }

    /// Starts a worker; one that was killed before it came up, or took too long to, is replaced once.
    private func start() throws -> WorkerProcess {
        var (worker, end) = try startOnce()
        if case .signalled(SIGKILL)? = end { (worker, end) = try startOnce() }
        if let end {
            throw JobError(
                .start,
                settings.worker.program,
                reason: "it did not come up (\(end)); run `thumbnailer worker` by hand to see why"
            )
        }
        return worker
    }

    /// A worker, and how it ended if it did not come up.
    private func startOnce() throws -> (worker: WorkerProcess, end: WorkerProcess.End?) {
        let arguments = settings.worker.arguments + (readsHEIC ? ["--heic"] : [])
        let file = try scratch.root.scratchFile()
        defer { close(file) }
        let worker = try WorkerProcess(
            settings.worker.program,
            arguments,
            environment: RenderWorker.environment,
            file: file
        )
        let greeting = try? worker.socket.receive(upTo: 100, by: .now + .seconds(20))
        if greeting?.message == RenderWorker.greeting { return (worker, nil) }
        return (worker, worker.reap(within: .milliseconds(100)))
    }
}

extension ImageFormat {
    /// Whether bytes begin as a file of this format does.
    fileprivate func isSignature(of bytes: [UInt8]) -> Bool {
        switch self {
        case .jpg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
        }
    }
}
