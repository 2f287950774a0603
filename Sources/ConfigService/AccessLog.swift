package import HTTPServer
import Rollout

/// One JSON line for each request.
///
/// `{"time":"2026-12-01T00:00:00.000Z","method":"GET","path":"/v1/apps/a/config","status":200,"bytes":512,
/// "microseconds":85,"revision":42}`; `status` is null when there was no answer, and `"complete":false` is added when
/// it did not reach the client whole. The query and the headers stay out: they may hold secrets.
package final class AccessLog: Sendable {
    private let writer: LineWriter
    private let clock: @Sendable () -> Instant

    init(descriptor: Int32, clock: @escaping @Sendable () -> Instant) throws(ConfigServiceError) {
        writer = try LineWriter(descriptor: descriptor)
        self.clock = clock
    }

    var droppedLines: Int { writer.droppedLines }

    /// Takes note of a request that was answered at a store's revision.
    package func record(_ exchange: borrowing Exchange, revision: Int64) {
        var line: [UInt8] = []
        line.reserveCapacity(256)
        line += "{\"time\":\"\(clock())\",\"method\":".utf8
        Self.quote(exchange.request.methodName.utf8, to: &line)
        line += ",\"path\":".utf8
        exchange.request.withPath { path in
            path.withUnsafeBufferPointer { Self.quote($0, to: &line) }
        }
        line += ",\"status\":\(exchange.status.map { "\($0.rawValue)" } ?? "null")".utf8
        line += ",\"bytes\":\(exchange.bodySize),\"microseconds\":\(exchange.duration.wholeMicroseconds)".utf8
        line += ",\"revision\":\(revision)".utf8
        if !exchange.isComplete { line += ",\"complete\":false".utf8 }
        line += "}\n".utf8
        writer.append(line)
    }

    /// Writes what waits and ends.
    func close() { writer.close() }

    /// Methods are the client's words and as long as it likes.
    private static let longest = 2048

    /// A JSON string (RFC 8259 section 7); what is not printable ASCII becomes `?`.
    private static func quote(_ text: some Sequence<UInt8>, to line: inout [UInt8]) {
        line.append(UInt8(ascii: "\""))
        for byte in text.prefix(longest) {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
            case 0x20..<0x7F: line.append(byte)
            default: line.append(UInt8(ascii: "?"))
            }
        }
        line.append(UInt8(ascii: "\""))
    }
}

extension Duration {
    /// Rounded down.
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
