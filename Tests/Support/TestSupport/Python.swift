import Foundation
package import StrictJSON

/// The system's Python, to hold our results against other implementations: zlib's own, libcrypto (Debian's
/// python3-cryptography), JSON Schema (python3-jsonschema).
package enum Python {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Another Python that comes first on the path does not have the packages.
    private static let program = URL(filePath: "/usr/bin/python3")

    /// What a script makes of a request.
    ///
    /// The script finds the request in the variable `request`, and its bytes in base 64; what it puts into `answer`
    /// comes back.
    package static func answer(to request: JSON, _ script: String) throws -> JSON {
        let directory = try TemporaryDirectory()
        let file = directory.file("request.json")
        try Data(request.canonicalBytes).write(to: URL(filePath: file))
        let frame = """
            import base64, json, sys
            request = json.load(open(sys.argv[1], encoding="utf-8"))
            \(script)
            print(json.dumps(answer))
            """
        let run = try RunningProgram.run(program, ["-c", frame, file])
        guard run.status == 0 else {
            let needs = "\(program.path) is needed, with what `.ci/packages test` installs"
            throw Failure(description: "\(needs): \(run.errors)")
        }
        return try JSON(parsing: Array(run.output.utf8))
    }
}

extension JSON {
    /// Bytes as the requests and answers have them.
    package static func bytes(_ bytes: [UInt8]) -> JSON { .string(Data(bytes).base64EncodedString()) }
}
