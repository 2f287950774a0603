import BundleSamples
import ConfigBundle
import Cryptography
import Foundation
import Rollout
import Synchronization
import Testing
import TestSupport
import WidgetGating

@testable import WidgetConfig

/// A bundle as an honest host of files has it, to be spoilt: what is answered, by the path from the app's folder.
struct SampleFiles {
    private(set) var replies: [String: ScriptedServer.Reply] = [:]

    /// - Parameters:
    ///   - base: A bundle from which there is a delta.
    ///   - app: Whose the pointer says that it is.
    ///   - revision: Which the pointer says that it has; nil: the bundle's.
    init(
        _ bundle: SampleBundle,
        base: SampleBundle? = nil,
        app: String = SampleBundle.app,
        revision: Int64? = nil
    ) throws {
        let representation = try Representation(bundle.body)
        let content = BundlePointer.Content(representation, fields: BundleFields(bundle.fields))
        var deltas: [BundlePointer.Delta] = []
        if let base {
            let delta = try BundleDelta.make(from: base.body, to: representation) ?? []
            let digest = try Representation(base.body).digest.hexadecimal
            deltas = [.init(base: digest, byteCount: delta.count)]
            self["deltas/\(digest)-\(content.digest).zdict"] = .init(200, body: delta)
        }
        let pointer = BundlePointer(
            app: try AppID(app),
            revision: try revision ?? AppConfiguration(bundle: bundle.body).revision,
            bundle: content,
            deltas: deltas,
            kills: content
        )
        self[BundlePointer.name] = .init(
            200,
            [("ETag", "\"\(pointer.bundle.digest)\""), ("Cache-Control", "max-age=60")],
            body: pointer.bytes
        )
        self["bundles/\(content.digest).json.gz"] = .init(200, body: representation.gzip)
    }

    subscript(path: String) -> ScriptedServer.Reply? {
        get { replies[path] }
        set { replies[path] = newValue }
    }

    /// The only path that begins so.
    func path(_ folder: String) -> String { replies.keys.first { $0.hasPrefix(folder) } ?? folder }
}

/// A device that has revision 5 from an honest host of files, which then turns.
struct SpoiltHost {
    let server: ScriptedServer
    let device: TestDevice
    let client: ConfigClient
    private let files: Files

    private final class Files: Sendable {
        let current: Mutex<SampleFiles>
        init(_ files: SampleFiles) { current = Mutex(files) }
    }

    init() async throws {
        let files = Files(try SampleFiles(SampleBundle(5)))
        server = try ScriptedServer { head in
            let path = head.split(separator: " ").dropFirst().first?.dropFirst(
                "/v1/apps/\(SampleBundle.app)/".count
            )
            return files.current.withLock { $0[String(path ?? "")] } ?? .init(404)
        }
        self.files = files
        let url = try #require(URL(string: "http://\(server.address)"))
        device = try TestDevice(.files(url), trust: .signed(by: [.sample(1)]))
        client = device.launch()
        guard case .changed = await client.refresh() else { throw RawClient.Failure("no first bundle") }
    }

    /// What the host has from now on.
    func turn(_ files: SampleFiles) { self.files.current.withLock { $0 = files } }

    /// The paths asked for so far, from the app's folder, and shortened to the folder of what is named by its digest.
    var paths: [String] {
        server.requests.map { head in
            let path = head.split(separator: " ")[1].dropFirst("/v1/apps/\(SampleBundle.app)/".count)
            return String(path.prefix { $0 != "/" })
        }
    }

    /// Whether revision 5 is still what everybody has.
    func isUnharmed() async throws -> Bool {
        let number = client.integer(try FlagKey("number"), or: 0)
        let kept = device.kept()
        return await client.freshness.revision == 5 && number == 5 && kept.bundle?.revision == 5
            && kept.faults == []
    }
}
