package import Foundation

/// The files of this repository that tests read.
package enum Repository {
    /// The folder that holds `Package.swift`, `Apps/` and `Flags/`.
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The same as a path, without a slash at the end.
    package static var path: String { root.path }

    /// The text of a file, named from the root.
    package static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The first block of code of a language in a Markdown file; nil when it has none.
    package static func codeBlock(_ language: String, in path: String) throws -> String? {
        let blocks = try text(path).components(separatedBy: "\n```\(language)\n").dropFirst()
        return blocks.first?.components(separatedBy: "\n```").first
    }
}
