import DateFindings
import Glibc
import StrictJSON

/// Reads a request from standard input and answers it on standard output.
///
/// A program of its own, so that `widgetctl` starts without ICU's tables and the text engine, and started by it alone.
func run() -> Int32 {
    do {
        let request = try DateCheckRequest(parsing: readAll())
        try writeAll(request.answer().canonicalBytes, to: STDOUT_FILENO)
        return 0
    } catch {
        // When even standard error cannot be written to, the exit code is all that is left to say it with.
        try? writeAll(Array("\(error)\n".utf8), to: STDERR_FILENO)
        return 1
    }
}

/// Standard input up to its end.
private func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count == 0 { return bytes }
        guard count > 0 else {
            if errno == EINTR { continue }
            throw StreamError("reading the request", errno)
        }
        bytes += buffer.prefix(count)
    }
}

/// Writes a file in the place of what it had.
func write(_ bytes: [UInt8], toFile path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw StreamError(path, errno) }
    defer { close(descriptor) }
    do {
        try writeAll(bytes, to: descriptor)
    } catch {
        throw StreamError(path, errno)
    }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno != EINTR {
            throw StreamError("writing the answer", errno)
        }
    }
}

private struct StreamError: Error, CustomStringConvertible {
    let description: String

    init(_ operation: String, _ code: Int32) {
        description = "\(operation): \(String(cString: strerror(code)))"
    }
}
