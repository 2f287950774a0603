import CommandLineKit
import Glibc

/// Where a token for a server comes from: a file, the environment, or whoever sits at the terminal; never the command
/// line, which everyone on the machine can read.
enum TokenSource {
    /// Longer files are no tokens.
    private static let sizeLimit = 4096

    /// Reads a token.
    ///
    /// - Parameters:
    ///   - file: nil: none is named.
    ///   - isFileWritten: Whether the file stands on the command line, and so counts for more than the variable.
    ///   - variable: The value of `WIDGET_TOKEN`; nil or empty: not set.
    ///   - mayAsk: Whether someone is there to be asked.
    /// - Returns: The token as it was given, and what it was given by.
    static func read(
        file: String?,
        isFileWritten: Bool,
        variable: String?,
        mayAsk: Bool,
        for server: String
    ) throws -> (text: String, source: String) {
        if let variable, !variable.isEmpty, !isFileWritten { return (variable, "WIDGET_TOKEN") }
        if let file { return (try read(file), file) }
        if mayAsk, let text = try ask(for: server) { return (text, "the token") }
        throw UsageError(
            "\(server) wants a token: set WIDGET_TOKEN, name a file with --token-file, or run this on a terminal"
        )
    }

    private static func read(_ path: String) throws -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TokenFileError(path: path, reason: systemReason()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw TokenFileError(path: path, reason: systemReason())
        }
        // What a pipe has nobody else can read.
        if status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 {
            throw TokenFileError(path: path, reason: "others may read it: chmod 600 \(path)")
        }
        var bytes = [UInt8](repeating: 0, count: sizeLimit)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw TokenFileError(path: path, reason: systemReason()) }
            if more == 0 { break }
            count += more
        }
        return line(bytes.prefix(count))
    }

    /// Asks at the terminal, which shows nothing of what is typed; nil without one.
    private static func ask(for server: String) throws -> String? {
        let typed: [UInt8]?
        do throws(TerminalError) {
            typed = try HiddenLine.read("token for \(server.sanitised): ", limit: sizeLimit)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
        guard let typed else { throw UsageError("no token was given") }
        return line(typed[...])
    }

    /// Without the white space around it.
    private static func line(_ bytes: ArraySlice<UInt8>) -> String {
        let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let rest = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: rest, as: UTF8.self)
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}

/// A file that a token cannot be had from.
struct TokenFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "cannot read a token from \(path): \(reason)" }
}
