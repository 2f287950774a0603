import Dispatch
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
        // Each thing waits for the other, so that one thread alone would not get by.
        let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let met = inParallel(2, threads: 2) { number in
            arrivals[number].signal()
            return arrivals[1 - number].wait(timeout: .now() + 30) == .success
        }
        #expect(met == [true, true])
    }

    @Test("and by no more at once", arguments: [1, 2, 3])
    func noMoreAtOnce(_ threads: Int) {
        // As many things as there are threads wait for one more to begin, which none of them could do.
        let oneMore = DispatchSemaphore(value: 0)
        let over = DispatchSemaphore(value: 0)
        let begun = Mutex(0)
        let met = inParallel(threads + 1, threads: threads) { number in
            let place = begun.withLock { begun in
                begun += 1
                return begun
            }
            if place > threads {
                oneMore.signal()
                return false
            }
            if place > 1 { return over.wait(timeout: .now() + 30) == .timedOut }
            let hasMore = oneMore.wait(timeout: .now() + 0.3) == .success
            for _ in 1..<threads { over.signal() }
            return hasMore
        }
        #expect(!met.contains(true))
    }
}
