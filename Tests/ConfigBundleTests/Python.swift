import Foundation
import StrictJSON
import Testing

/// The system's Python, to hold our results against other implementations: zlib's own, and libsodium (Debian's
/// python3-nacl).
enum Python {
    /// Another Python that comes first on the path does not have the package.
    private static let path = "/usr/bin/python3"

    /// What a script makes of a request.
    ///
    /// The script finds the request in the variable `request`, and its bytes in base 64; what it puts into `answer`
    /// comes back.
    static func answer(to request: JSON, _ script: String) throws -> JSON {
        let file = NSTemporaryDirectory() + "request-" + UUID().uuidString + ".json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Data(request.canonicalBytes).write(to: URL(filePath: file))
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: path)
        let frame = """
            import base64, json, sys
            request = json.load(open(sys.argv[1], encoding="utf-8"))
            \(script)
            print(json.dumps(answer))
            """
        process.arguments = ["-c", frame, file]
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        let complaint = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        try #require(
            process.terminationStatus == 0,
            "\(path) with the package python3-nacl is needed: \(complaint)"
        )
        return try JSON(parsing: Array(answer))
    }
}

extension JSON {
    /// Bytes as the requests and answers have them.
    static func bytes(_ bytes: [UInt8]) -> JSON { .string(Data(bytes).base64EncodedString()) }
}
