import CommandLineKit
import ReleaseDesk
import RolloutStore
import StrictJSON

/// Writes changes for other programs, a line or more each.
struct HistoryExport {
    enum Format: String, CaseIterable {
        case jsonl, csv
    }

    /// Enough that writing costs little beside reading.
    private static let blockSize = 1 << 16

    private let format: Format
    private let stream: Output.Stream
    private var block = ""

    init(_ format: Format, to stream: Output.Stream) {
        self.format = format
        self.stream = stream
        if format == .csv { block = Change.csvHeader }
    }

    mutating func write(_ change: Change) throws {
        switch format {
        case .jsonl: block += shown(change.json.text) + "\n"
        // On a terminal line ends within a field would forge further lines.
        case .csv:
            block += stream.terminal.isTerminal ? shown(String(change.csv.dropLast())) + "\n" : change.csv
        }
        if block.utf8.count >= Self.blockSize { try flush() }
    }

    /// Writes what is left.
    mutating func finish() throws { try flush() }

    private mutating func flush() throws {
        try stream.write(block)
        block = ""
    }

    private func shown(_ text: String) -> String { stream.terminal.isTerminal ? text.sanitised : text }
}
