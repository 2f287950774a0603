import Foundation

/// The reading end of a pipe, cut into lines.
final class PipeReader {
    struct Silence: Error, CustomStringConvertible {
        var description: String { "nothing came for \(PipeReader.patience), and the program did not end" }
    }

    /// Longer than for a connection: a program may sync a thousand changes to a slow disk.
    private static let patience: Duration = .seconds(120)

    let pipe = Pipe()
    private var unread: [UInt8] = []
    private var isAtEnd = false

    private var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

    /// The next line without its end; nil at the end.
    func line() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            guard try Self.receive(from: [self]) else { return nil }
        }
    }

    /// All that was received and not taken as a line.
    func takeText() -> String {
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
    }

    func close() throws {
        isAtEnd = true
        try pipe.fileHandleForReading.close()
    }

    /// Waits until something comes on one of the pipes; false when all are at their end.
    static func receive(from readers: [PipeReader]) throws -> Bool {
        let open = readers.filter { !$0.isAtEnd }
        if open.isEmpty { return false }
        var entries = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        let count = poll(&entries, nfds_t(entries.count), Int32(patience.components.seconds * 1000))
        guard count > 0 else { throw Silence() }
        for (reader, entry) in zip(open, entries) where entry.revents != 0 {
            // Gives what is there, and nothing at the end only.
            let more = reader.pipe.fileHandleForReading.availableData
            reader.unread += more
            reader.isAtEnd = more.isEmpty
        }
        return true
    }
}
