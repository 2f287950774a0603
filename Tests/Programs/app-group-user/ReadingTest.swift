import Glibc

/// Reads all the time, and ends when anything is wrong or older than what it read before.
struct ReadingTest {
    private let bundles: Bundles

    init(_ bundles: Bundles) { self.bundles = bundles }

    /// - Returns: "read REVISION" with the newest.
    func run() throws -> String {
        var newest: Int64 = 0
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while poll(&input, 1, 1) == 0 {
            let revision = try bundles.newestRevision()
            guard revision >= newest else {
                throw Bundles.Violation(description: "revision \(revision) after \(newest)")
            }
            newest = revision
        }
        return "read \(newest)"
    }
}
