import Glibc
import Synchronization
import Threads

/// Threads that do what would keep an event loop from its connections, in the order in which it was asked for.
///
/// So many jobs may wait and no more: whoever comes when it is full is told at once, rather than late.
final class WorkQueue: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var waiting: [Job] = []
        var isStopping = false
    }

    private let work: Work
    private let threads: Mutex<[JoinableThread]>

    /// - Throws: `AdminServiceError` when the system gives no thread.
    init(name: String, threads count: Int, capacity: Int) throws(AdminServiceError) {
        work = Work(capacity: capacity)
        threads = Mutex([])
        for _ in 0..<count {
            do {
                let thread = try JoinableThread(work.run)
                threads.withLock { $0.append(thread) }
            } catch {
                stop()
                throw AdminServiceError(
                    operation: "start the thread",
                    subject: name,
                    cause: String(cString: strerror(error.code)),
                    advice: "free memory or threads"
                )
            }
        }
    }

    deinit { stop() }

    /// Whether there was room for one more job.
    func add(_ job: @escaping Job) -> Bool { work.add(job) }

    /// Lets jobs under way finish, forgets those that wait, and ends the threads.
    ///
    /// Must not be called by a job.
    func stop() {
        let threads = threads.withLock { threads in
            let all = threads
            threads = []
            return all
        }
        work.stop(threads: threads.count)
        for thread in threads { thread.join() }
    }

    /// What the threads share; each holds a reference of its own.
    private final class Work: @unchecked Sendable {
        // Safe to share: the jobs are under a lock, and a semaphore is made for being shared.
        private let state = Mutex(State())
        private let capacity: Int
        /// Counts the jobs that wait, and each thread that is to end.
        private let semaphore: UnsafeMutablePointer<sem_t>

        init(capacity: Int) {
            self.capacity = capacity
            semaphore = .allocate(capacity: 1)
            // Cannot fail: not shared between processes, and zero is a value that it may have.
            sem_init(semaphore, 0, 0)
        }

        deinit {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }

        func add(_ job: @escaping Job) -> Bool {
            let isTaken = state.withLock { state in
                guard !state.isStopping, state.waiting.count < capacity else { return false }
                state.waiting.append(job)
                return true
            }
            if isTaken { sem_post(semaphore) }
            return isTaken
        }

        @Sendable func run() {
            while true {
                while sem_wait(semaphore) != 0 {}
                let job: Job? = state.withLock { state in
                    state.isStopping || state.waiting.isEmpty ? nil : state.waiting.removeFirst()
                }
                guard let job else { return }
                job()
            }
        }

        func stop(threads count: Int) {
            state.withLock { state in
                state.isStopping = true
                state.waiting = []
            }
            for _ in 0..<count { sem_post(semaphore) }
        }
    }
}
