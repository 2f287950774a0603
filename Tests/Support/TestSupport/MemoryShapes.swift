import Foundation

/// Large pictures whose memory is measured: those that need the most in every run, since each takes seconds to make.
package enum MemoryShapes {
    /// The further ones; none unless the environment's `SHAPES` is `all`, as in `make torture`.
    package static func further(_ names: [String]) -> [String] {
        ProcessInfo.processInfo.environment["SHAPES"] == "all" ? names : []
    }
}
