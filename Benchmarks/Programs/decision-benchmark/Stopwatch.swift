/// Times several pieces of work against each other.
///
/// They take turns in short rounds, so that what disturbs the machine disturbs all of them, and of all rounds the
/// median counts.
struct Stopwatch {
    /// One piece of work: runs the given number of times and returns something that depends on every result, so
    /// that no call can be left out by the optimiser.
    typealias Work = (_ times: Int) -> Int

    private let rounds: Int
    private let round: Duration
    private let clock = ContinuousClock()
    /// What all the work returned.
    private(set) var sink = 0

    /// - Parameters:
    ///   - rounds: How often each piece of work has its turn; odd, so that there is a median.
    ///   - round: About how long a turn takes.
    init(rounds: Int, round: Duration) {
        self.rounds = rounds
        self.round = round
    }

    /// Nanoseconds for one call of each piece of work, in their order.
    mutating func nanoseconds(_ works: [Work]) -> [Double] {
        let times = works.map { timesPerRound($0) }
        var samples = works.map { _ in [Double]() }
        for _ in 0..<rounds {
            for (index, work) in works.enumerated() {
                samples[index].append(time(work, times[index]) / Double(times[index]))
            }
        }
        return samples.map { $0.sorted()[$0.count / 2] }
    }

    /// Doubles the number of calls until they take a tenth of a round, and scales up from there.
    private mutating func timesPerRound(_ work: Work) -> Int {
        let wanted = nanoseconds(round)
        var times = 1
        var taken = time(work, times)
        while taken < wanted / 10 {
            times *= 2
            taken = time(work, times)
        }
        return max(1, Int(Double(times) * wanted / taken))
    }

    private mutating func time(_ work: Work, _ times: Int) -> Double {
        var result = 0
        let duration = clock.measure { result = work(times) }
        sink &+= result
        return max(1, nanoseconds(duration))
    }

    private func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
}
