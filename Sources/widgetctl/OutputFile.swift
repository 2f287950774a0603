import Glibc

/// A file that a command writes because its user asked for it.
enum OutputFile {
    /// Writes a text, in the place of what the file had.
    ///
    /// - Throws: ``Failure`` with the path and the reason.
    static func write(_ text: String, to path: String) throws {
        guard let file = fopen(path, "we") else { throw Failure(path: path) }
        let bytes = Array(text.utf8)
        let written = fwrite(bytes, 1, bytes.count, file)
        let reason = errno
        // Closing writes what is buffered, and is where a full disk shows.
        let isClosed = fclose(file) == 0
        guard written == bytes.count else { throw Failure(path: path, code: reason) }
        guard isClosed else { throw Failure(path: path) }
    }

    struct Failure: Error, CustomStringConvertible {
        let path: String
        var code = errno

        var description: String { "\(path): \(String(cString: strerror(code))); name another file" }
    }
}
