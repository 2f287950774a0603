import BundleSamples
import Compression
import ConfigBundle
import ConfigPolling
import Cryptography
import Foundation
import Rollout
import Synchronization
import TestSupport
import WidgetGating

@testable import WidgetConfig

/// A bundle as an honest server sends it, to be spoilt.
struct SampleBundle {
    static let app = "minimal-wallpapers"

    var body: [UInt8]
    var fields: [(name: String, value: String)]

    /// - Parameter revision: Also tells the bundles apart: it is what the only flag gives.
    init(
        _ revision: Int64,
        app: String = app,
        keys: [UInt8] = [1],
        naming manifest: ManifestHash? = nil
    ) throws {
        let app = try AppID(app)
        let flag = Flag(key: try FlagKey("number"), defaultValue: .integer(revision))
        body = try AppConfiguration(
            app: app,
            revision: revision,
            flags: [flag],
            widgets: [],
            kills: [],
            wallpapers: manifest
        ).bundleBytes
        fields = try BundleFields(
            digest: SHA256.hash(body),
            app: app,
            revision: revision,
            keys: keys.map { try .sample($0) }
        ).list
        fields.append(("Cache-Control", "public, max-age=60"))
        fields.append(("ETag", try Representation(body).entityTag))
    }

    /// With a field replaced.
    func with(_ name: String, _ change: (String) -> String) -> SampleBundle {
        var copy = self
        copy.fields = fields.map { $0.name == name ? (name, change($0.value)) : $0 }
        return copy
    }

    /// With the body replaced.
    func with(body: [UInt8], _ more: (name: String, value: String)...) -> SampleBundle {
        var copy = self
        copy.body = body
        copy.fields += more
        return copy
    }

    func reply(_ status: Int = 200, then ending: ScriptedServer.Reply.Ending = .close) -> ScriptedServer.Reply
    {
        .init(status, fields, body: body, then: ending)
    }
}

/// A device that has revision 5 from an honest server, which then turns.
struct SpoiltServer {
    let server: ScriptedServer
    let device: TestDevice
    let client: ConfigClient
    private let script: Script

    private final class Script: Sendable {
        let reply = Mutex<ScriptedServer.Script?>(nil)
    }

    init() async throws {
        let script = Script()
        let honest = try SampleBundle(5).reply()
        server = try ScriptedServer { head in script.reply.withLock { $0 }?(head) ?? honest }
        self.script = script
        device = try TestDevice("http://\(server.address)", trust: .signed(by: [.sample(1)]))
        client = device.launch()
        guard case .changed = await client.refresh() else { throw RawClient.Failure("no first bundle") }
    }

    /// What the server answers from now on.
    func turn(_ reply: @escaping ScriptedServer.Script) { script.reply.withLock { $0 = reply } }

    /// Whether revision 5 is still what everybody has.
    func isUnharmed() async throws -> Bool {
        let number = client.integer(try FlagKey("number"), or: 0)
        let kept = device.kept()
        return await client.freshness.revision == 5 && number == 5 && kept.bundle?.revision == 5
            && kept.faults == []
    }
}
