import Synchronization
import Testing
import Threads

@Suite("Things done in parallel")
struct InParallelTests {
    @Test("give what comes of each, in order", arguments: [0, 1, 2, 7, 100], [-1, 1, 2, 8])
    func inOrder(_ count: Int, _ threads: Int) {
        #expect(inParallel(count, threads: threads) { $0 * $0 } == (0..<count).map { $0 * $0 })
    }

    @Test("are done by as many threads as are wanted")
    func severalAtOnce() {
        // Each thing waits for the other, so that one thread alone would never end.
        let arrived = Mutex(0)
        let numbers = inParallel(2, threads: 2) { number in
            arrived.withLock { $0 += 1 }
            while arrived.withLock({ $0 < 2 }) {}
            return number
        }
        #expect(numbers == [0, 1])
    }
}
