import CommandLineKit
import Glibc

/// Where a token for a server comes from: a file, the environment, or whoever sits at the terminal; never the command
/// line, which everyone on the machine can read.
enum TokenSource {
    /// What Control-C sends.
    private static let interrupt: UInt8 = 0x03
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
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return nil }
        var hidden = settings
        // Without signals as well: one that ended the program here would leave the terminal hidden.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
        // Being no signal, Control-C would wait for the end of the line: it is made one.
        withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = interrupt }
        guard tcsetattr(terminal, TCSAFLUSH, &hidden) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSAFLUSH, &settings) }
        write("token for \(server): ", to: terminal)
        defer { write("\n", to: terminal) }
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < sizeLimit {
            let count = Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != interrupt else { throw UsageError("no token was given") }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        return line(bytes[...])
    }

    private static func write(_ text: String, to terminal: Int32) {
        let bytes = Array(text.utf8)
        // A prompt that cannot be shown is no reason not to read.
        _ = Glibc.write(terminal, bytes, bytes.count)
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
