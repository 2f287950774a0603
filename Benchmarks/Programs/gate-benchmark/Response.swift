import ConfigBundle
import Glibc
import Rollout
import WidgetGating

/// What a server answered with a bundle.
struct Response {
    private let fields: [(name: String, value: String)]
    private let body: [UInt8]

    /// Header lines, an empty line, and the body.
    static func fromStandardInput() -> Response {
        var input: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(STDIN_FILENO, &buffer, buffer.count), count > 0 {
            input += buffer[..<count]
        }
        guard let end = input.firstRange(of: Array("\n\n".utf8)) else { exit(6) }
        let fields = String(decoding: input[..<end.lowerBound], as: UTF8.self).split(separator: "\n").map {
            line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: String(parts[1]))
        }
        return Response(fields: fields, body: Array(input[end.upperBound...]))
    }

    /// Verifies the bundle and puts it into the App Group file, as an app does.
    func keep(in directory: String, app: AppID, key: BundleKey) throws {
        let verifier = BundleVerifier(app: app, trust: .signed(by: [key]))
        let fields = BundleFields(fields)
        let configuration = try verifier.configuration(bundle: body, fields: fields, newestRevision: nil)
        let now = Instant(millisecondsSince1970: 1_796_083_200_000)
        let kept = KeptBundle(
            app: app,
            revision: configuration.revision,
            bytes: body,
            fields: fields,
            entityTag: nil,
            clock: ServerClock(server: now, device: now)
        )
        print(try BundleFile(in: AppGroupDirectory(path: directory), verifier: verifier).write(kept))
    }
}
