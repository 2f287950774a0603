import Foundation
import Testing
import TestSupport

/// The program itself, run on a store of its own, which goes away with this object.
final class WidgetctlProcess: Sendable {
    let directory: TemporaryDirectory
    private var store: String { directory.file("rollout.sqlite") }

    init() throws { directory = try TemporaryDirectory() }

    /// With the repository's own definitions applied.
    static func applied() throws -> WidgetctlProcess {
        let program = try WidgetctlProcess()
        try program.succeed("apply")
        return program
    }

    /// Starts it.
    ///
    /// - Parameters:
    ///   - program: One that runs it in turn, such as a shell, and takes the arguments; nil: none.
    ///   - definitions: The folder that holds `Apps/` and `Flags/`.
    ///   - hasReader: Whether anyone reads its output.
    func start(
        _ arguments: [String],
        through program: URL? = nil,
        definitions: URL = Repository.root,
        hasReader: Bool = true
    ) throws -> RunningProgram {
        let environment = [
            "WIDGET_STORE": store, "WIDGET_DEFINITIONS": definitions.path, "WIDGET_ACTOR": "ana",
            "PATH": "/usr/bin:/bin",
        ]
        return try RunningProgram(
            program ?? RunningProgram.built("widgetctl"),
            arguments,
            environment: environment,
            in: directory.url,
            hasReader: hasReader
        )
    }

    @discardableResult
    func run(_ arguments: String..., definitions: URL = Repository.root) throws -> RunningProgram.End {
        try run(arguments, definitions: definitions)
    }

    @discardableResult
    func run(_ arguments: [String], definitions: URL = Repository.root) throws -> RunningProgram.End {
        try start(arguments, definitions: definitions).finish()
    }

    /// Runs it and expects exit code 0.
    @discardableResult
    func succeed(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) throws
        -> RunningProgram.End
    {
        let end = try run(arguments)
        #expect(end.status == 0, "\(arguments): \(end.errors)", sourceLocation: sourceLocation)
        return end
    }
}
