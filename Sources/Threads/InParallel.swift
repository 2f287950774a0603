import Synchronization

/// Does a number of things on several threads, this one among them, and returns what came of each, in order.
///
/// A thread that the system does not give is done without.
///
/// - Parameters:
///   - count: How many things; 0: none, and the result is empty.
///   - threads: How many at most at once; 1 and less: one after the other.
///   - work: Is given the number of one thing, from 0 on; they are begun in order.
package func inParallel<Value: Sendable>(
    _ count: Int,
    threads: Int,
    _ work: @escaping @Sendable (Int) -> Value
) -> [Value] {
    let share = Share(count, work)
    var running: [JoinableThread] = []
    for _ in 1..<max(1, min(threads, count)) {
        guard let thread = try? JoinableThread(share.run) else { break }
        running.append(thread)
    }
    share.run()
    for thread in running { thread.join() }
    return share.values
}

/// Things to do, and what came of them.
private final class Share<Value: Sendable>: Sendable {
    private let count: Int
    private let work: @Sendable (Int) -> Value
    private let state = Mutex((next: 0, done: [Int: Value]()))

    init(_ count: Int, _ work: @escaping @Sendable (Int) -> Value) {
        self.count = count
        self.work = work
    }

    /// Does one after the other until nothing is left to begin.
    @Sendable func run() {
        while let number = begin() {
            let value = work(number)
            state.withLock { $0.done[number] = value }
        }
    }

    /// What came of all, once every thread has ended.
    var values: [Value] { state.withLock { state in (0..<count).compactMap { state.done[$0] } } }

    private func begin() -> Int? {
        state.withLock { state in
            guard state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }
}
