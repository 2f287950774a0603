import Rollout
import StrictJSON

/// What one decision costs, against the SHA-256 call alone on the same bytes, and how it grows.
///
/// Prints a table, or with `--json` one document.
@main
enum DecisionBenchmark {
    /// Nanoseconds, which the typical decision must stay below.
    static let goal = 1_000.0

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.isEmpty || Array(arguments) == ["--json"] else {
            throw InvalidValue("usage: decision-benchmark [--json]")
        }
        // A power of two, so that going round costs nothing; few enough to stay in the processor's cache.
        let installations = (0..<256).map { index in
            let digits = String(index, radix: 16, uppercase: true)
            return "6F9619FF-8B86-D011-B42D-" + String(repeating: "0", count: 12 - digits.count) + digits
        }
        var works = [Case.floor(installations)]
        for benchmark in Case.all { works.append(try benchmark.decision(installations)) }
        var stopwatch = Stopwatch(rounds: 21, round: .milliseconds(10))
        let times = stopwatch.nanoseconds(works)
        let results = zip(Case.all, times.dropFirst()).map {
            Result(benchmark: $0, time: $1, floor: times[0])
        }
        print(arguments.isEmpty ? table(results, floor: times[0]) : json(results, floor: times[0]).text)
    }

    private struct Result {
        let benchmark: Case
        let time: Double
        let floor: Double

        var ratio: Double { time / floor }
    }

    private static func table(_ results: [Result], floor: Double) -> String {
        var lines = [
            "SHA-256 alone: \(whole(floor)) ns, the floor", "",
            row(["flags", "rules", "kills", "ns", "x floor"]),
        ]
        for result in results {
            let benchmark = result.benchmark
            let counts = [benchmark.flags, benchmark.rules, benchmark.kills].map(String.init)
            lines.append(row(counts + ["\(whole(result.time))", tenths(result.ratio)]))
        }
        let typical = results[0].time
        lines += ["", "goal: \(whole(goal)) ns for the first row: \(typical < goal ? "reached" : "missed")"]
        return lines.joined(separator: "\n")
    }

    private static func json(_ results: [Result], floor: Double) -> JSON {
        let rows = results.map { result -> JSON in
            [
                "flags": .integer(Int64(result.benchmark.flags)),
                "rules": .integer(Int64(result.benchmark.rules)),
                "kills": .integer(Int64(result.benchmark.kills)), "nanoseconds": .number(result.time),
                "ratio": .number(result.ratio),
            ]
        }
        return [
            "goalNanoseconds": .number(goal), "floorNanoseconds": .number(floor), "decisions": .array(rows),
        ]
    }

    private static func row(_ cells: [String]) -> String {
        cells.map { String(repeating: " ", count: max(0, 8 - $0.count)) + $0 }.joined()
    }

    private static func whole(_ number: Double) -> Int { Int(number.rounded()) }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
