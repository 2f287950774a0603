import ConfigBundle
import Foundation
import Rollout
import SigningKeys
import StrictJSON
import Testing
import TestSupport
import WidgetGating

@testable import WidgetConfig

@Suite("Keys change", .timeLimit(.minutes(2)))
struct KeyTests {
    private let server: LiveServer
    private let old: BundleKey

    init() throws {
        server = try LiveServer()
        old = BundleKey(try #require(try server.keys.keys().first).verifyingKey)
    }

    private func device(_ keys: BundleKey...) throws -> TestDevice {
        try TestDevice(server.url, trust: .signed(by: keys))
    }

    /// Makes a key, and waits until it signs.
    private func newKey() throws -> BundleKey {
        let key = try server.keys.create(at: LiveServer.now.adding(seconds: 1))
        try require { $0.contains(key.id) }
        return BundleKey(key.verifyingKey)
    }

    private func retire(_ key: BundleKey) throws {
        _ = try server.keys.retire(key.id)
        try require { !$0.contains(key.id) }
    }

    private func require(_ condition: (String) -> Bool) throws {
        let client = try RawClient(server.address)
        let isMet = try eventually {
            let reply = try client.request("GET", "/v1/apps/\(LiveServer.app)/config")
            return condition(reply.header("Signature") ?? "")
        }
        guard isMet else { throw RawClient.Failure("the keys did not change") }
    }

    @Test("and an app that carries both believes all along, also what it has kept")
    func changeOver() async throws {
        let new = try newKey()
        try retire(new)
        // Only the old one signs, and the app carries the next already.
        let device = try device(old, new)
        let client = device.launch()
        #expect(await client.refresh().update != nil)
        #expect(device.kept(trust: .signed(by: [old])).bundle != nil)
        let next = try newKey()
        let carriesBoth = try self.device(old, next)
        let both = carriesBoth.launch()
        #expect(await both.refresh().update != nil)
        #expect(carriesBoth.kept(trust: .signed(by: [next])).bundle != nil)
        try retire(old)
        let revision = try server.kill()
        #expect(await both.refresh().update?.revision == revision)
        #expect(carriesBoth.kept(trust: .signed(by: [next])).bundle?.revision == revision)
    }

    @Test("and a bundle that has not changed is kept with its new signature, so that a later app believes it")
    func signedAnew() async throws {
        let device = try device(old)
        let client = device.launch()
        #expect(await client.refresh().update != nil)
        let new = try newKey()
        #expect(device.kept(trust: .signed(by: [new])).bundle == nil)
        #expect(await client.refresh() == .unchanged)
        #expect(try server.answers(304) == 1)
        #expect(device.kept(trust: .signed(by: [new])).bundle != nil)
    }

    @Test("and an app that carries the old one alone keeps what it has, and says which key it lacks")
    func leftBehind() async throws {
        let device = try device(old)
        let client = device.launch()
        #expect(await client.refresh().update != nil)
        let new = try newKey()
        try retire(old)
        try server.kill()
        let problem = try #require(await client.refresh().problem)
        #expect(problem.cause == .notBelieved(.unknownKey([new.id])))
        #expect(
            problem.description
                == "cannot fetch \(server.url)/v1/apps/\(LiveServer.app)/config: the bundle is signed, but not with a key "
                + "that is trusted here: \(new.id); update the app to one that carries the server's key "
                + "(`widgetctl keys list`)"
        )
        #expect(client.decision(for: .lock)?.isEnabled != nil && device.kept().bundle != nil)
    }

    @Test("but what the client has kept of a delta is genuine to libsodium, and whole to zlib")
    func python() async throws {
        let path = "/v1/apps/\(LiveServer.app)/config"
        let device = try device(old)
        let client = device.launch()
        _ = await client.refresh()
        let base = try #require(device.kept().bundle?.bytes)
        try server.kill()
        let tag = try #require(device.kept().bundle?.entityTag)
        let delta = try RawClient(server.address).request(
            "GET",
            path,
            ["If-None-Match": tag, "A-IM": "zdict"]
        )
        #expect(delta.status == 226)
        _ = await client.refresh()
        let file = try Data(
            contentsOf: URL(filePath: device.directory.file("\(LiveServer.app).widget-bundle"))
        )
        let answer = try Python.answer(
            to: [
                "file": .bytes(Array(file)), "base": .bytes(base), "delta": .bytes(delta.body),
                "key": .string(old.base64),
            ],
            """
            import hashlib, re, zlib
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
            file = base64.b64decode(request["file"])
            # Documentation/decisions/0006-the-app-group-file.md
            assert file[:8] == b"WROLLOUT" and file[8:40] == hashlib.sha256(file[40:-int.from_bytes(file[48:56], "big")]).digest()
            start = 88 + int.from_bytes(file[44:48], "big")
            particulars, bundle = file[88:start], file[start:]
            assert file[56:88] == hashlib.sha256(bundle).digest()
            stream = zlib.decompressobj(zdict=base64.b64decode(request["base"])[:32768])
            assert stream.decompress(base64.b64decode(request["delta"])) == bundle and stream.eof
            revision, rest, texts = int.from_bytes(particulars[:8], "big"), particulars[24:], []
            while rest:
                count = int.from_bytes(rest[:4], "big")
                assert count <= len(rest) - 4
                texts.append(rest[4:4 + count].decode())
                rest = rest[4 + count:]
            names = ["unencoded-digest", "widget-app", "widget-revision", "signature-input", "signature"]
            fields = dict(zip(names, texts[2:], strict=True))
            assert fields["unencoded-digest"] == "sha-256=:" + base64.b64encode(hashlib.sha256(bundle).digest()).decode() + ":"
            label, parameters = fields["signature-input"].split("=", 1)
            names = re.findall(r'"([^"]*)"', parameters[:parameters.index(")")])
            lines = [f'"{name}": {fields[name]}' for name in names] + [f'"@signature-params": {parameters}']
            signature = re.fullmatch(label + "=:(.*):", fields["signature"])[1]
            key = Ed25519PublicKey.from_public_bytes(base64.b64decode(request["key"]))
            key.verify(base64.b64decode(signature), "\\n".join(lines).encode())
            answer = [revision, json.loads(bundle)["revision"], len(json.loads(bundle)["kills"])]
            """
        )
        let revision = try #require(await client.freshness.revision)
        #expect(answer == [.integer(revision), .integer(revision), 1])
    }
}
