import Glibc
import WidgetGating

/// Kills writers at a random moment, and looks each time at what they have left.
struct CrashTest {
    private let bundles: Bundles
    private var random: UInt64

    init(_ bundles: Bundles, seed: UInt64) {
        self.bundles = bundles
        random = seed
    }

    /// - Returns: "killed COUNT, REVISION the newest, INTERRUPTED while writing".
    mutating func run(times: Int) throws -> String {
        var (newest, interrupted) = (try bundles.newestRevision(), 0)
        for _ in 0..<times {
            let acknowledged = try killWriter(from: newest + 1) ?? newest
            // A writer that was killed behind its last rename did not say so any more.
            let found = try bundles.newestRevision()
            guard found == acknowledged || found == acknowledged + 1 else {
                throw Bundles.Violation(description: "revision \(found) where \(acknowledged) was written")
            }
            newest = found
            if access("\(CommandLine.arguments[1])/minimal-wallpapers.widget-bundle.new", F_OK) == 0 {
                interrupted += 1
            }
        }
        return "killed \(times), \(newest) the newest, \(interrupted) while writing"
    }

    /// The last revision that a writer said it had written, before it was killed; nil for none.
    private mutating func killWriter(from first: Int64) throws -> Int64? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Bundles.Violation(description: "no pipe") }
        // This process has one thread, so that a copy of it is whole.
        let writer = fork()
        guard writer >= 0 else { throw Bundles.Violation(description: "no process") }
        if writer == 0 { writeForever(from: first, telling: ends[1]) }
        close(ends[1])
        defer { close(ends[0]) }
        usleep(nextDelay())
        kill(writer, SIGKILL)
        waitpid(writer, nil, 0)
        var (last, revision): (Int64?, Int64) = (nil, 0)
        while read(ends[0], &revision, 8) == 8 { last = revision }
        return last
    }

    private func writeForever(from first: Int64, telling end: Int32) -> Never {
        var revision = first
        while let outcome = try? bundles.write(revision: revision), outcome == .written,
            write(end, &revision, 8) == 8
        { revision += 1 }
        _exit(1)
    }

    /// Up to some three writings, in microseconds.
    private mutating func nextDelay() -> UInt32 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt32(random >> 33) % 4_000
    }
}
