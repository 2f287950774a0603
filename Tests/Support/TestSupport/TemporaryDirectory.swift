package import Foundation

/// A directory that goes away with its last reference, or with the tests.
package final class TemporaryDirectory: Sendable {
    /// Absolute, without a slash at the end.
    package let path: String

    package init() throws {
        path = NSTemporaryDirectory() + "widget-rollout-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        Leftovers.add(directory: path)
    }

    // Whatever cannot be removed, the system clears away; no test fails by it.
    deinit {
        Leftovers.remove(directory: path)
        try? FileManager.default.removeItem(atPath: path)
    }

    package var url: URL { URL(filePath: path, directoryHint: .isDirectory) }

    /// The path of something in it, whether or not it exists.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
