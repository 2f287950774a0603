import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Threads

@Suite struct WakeUpTests {
    @Test("A flag that is raised stays up, and nobody who waits for it waits on")
    func raised() throws {
        let flag = try #require(WakeUp())
        #expect(!flag.wait(atMost: .zero) && !flag.wait(atMost: .milliseconds(-1)))
        flag.raise()
        flag.raise()
        flag.lower()
        #expect(!flag.wait(atMost: .zero))
        flag.lower()
        flag.raise()
        for time in [Duration.zero, .seconds(3_600), .seconds(Int64.max), nil] {
            #expect(flag.wait(atMost: time))
        }
    }

    @Test("A descriptor ends the wait when something can be read from it, and does not raise the flag")
    func descriptor() throws {
        let flag = try #require(WakeUp())
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        #expect(!flag.wait(atMost: .milliseconds(1), orFor: [ends[0]]))
        try #require(write(ends[1], "x", 1) == 1)
        #expect(!flag.wait(atMost: nil, orFor: [ends[0]]))
        flag.raise()
        #expect(flag.wait(atMost: nil, orFor: [ends[0]]))
    }
}

@Suite struct RepeatingThreadTests {
    @Test("A thread works at once, then after each pause, and not once it has been stopped")
    func repeats() throws {
        var count: Counter? = Counter()
        weak let seen = count
        let made = RepeatingThread { [count] in count?.add(.milliseconds(1)) }
        let thread = try #require(made)
        count = nil
        #expect(eventually { seen.map { $0.value >= 3 } ?? false })
        thread.stop()
        // A thread that went on would still hold what it works with.
        #expect(seen == nil)
        thread.stop()
    }

    @Test("A pause without an end is ended by the descriptor, and by stopping")
    func endlessPause() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reader = ends[0]
        var count: Counter? = Counter()
        weak let seen = count
        try #require(fcntl(reader, F_SETFL, O_NONBLOCK) == 0)
        var thread = RepeatingThread(watching: [reader]) { [count] in
            var byte: UInt8 = 0
            read(reader, &byte, 1)
            return count?.add(nil)
        }
        count = nil
        #expect(eventually { seen?.value == 1 })
        try #require(write(ends[1], "x", 1) == 1)
        #expect(eventually { seen?.value == 2 })
        #expect(thread != nil)
        // Letting go of it stops it, and with it goes what it works with.
        thread = nil
        #expect(seen == nil)
    }
}

private final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    func add(_ pause: Duration?) -> Duration? {
        count.add(1, ordering: .sequentiallyConsistent)
        return pause
    }
}
