import ConfigBundle
import Cryptography
import Foundation
import HTTPServer
import LiveState
import ReleaseDesk
import Rollout
import SigningKeys
import StrictJSON
import Testing
import TestSupport

@testable import ConfigService

extension Fixture {
    /// What a client that carries the keys believes.
    func verifier() throws -> BundleVerifier {
        let keys = try keys.keys().filter { $0.state == .active }.map { BundleKey($0.verifyingKey) }
        return BundleVerifier(app: try AppID(Self.app), trust: .signed(by: keys))
    }
}

@Suite struct SigningTests {
    private let verifyInPython = """
        import gzip, hashlib, re
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        fields = {name.lower(): value for name, value in request["fields"]}
        body = base64.b64decode(request["body"])
        def digest(content):
            return "sha-256=:" + base64.b64encode(hashlib.sha256(content).digest()).decode() + ":"
        assert fields["repr-digest"] == digest(body)
        if fields.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        assert fields["unencoded-digest"] == digest(body)
        label, parameters = fields["signature-input"].split("=", 1)
        names = re.findall(r'"([^"]*)"', parameters[:parameters.index(")")])
        lines = [f'"{name}": {fields[name]}' for name in names] + [f'"@signature-params": {parameters}']
        signature = re.fullmatch(label + "=:(.*):", fields["signature"])[1]
        key = Ed25519PublicKey.from_public_bytes(base64.b64decode(request["key"]))
        key.verify(base64.b64decode(signature), "\\n".join(lines).encode())
        answer = names
        """

    @Test(
        "Bundle and kills are signed, in each coding, also for another library",
        arguments: [Fixture.config, Fixture.kills],
        ["gzip", "identity"]
    )
    func signed(_ path: String, _ coding: String) throws {
        let fixture = try Fixture()
        let reply = try fixture.request("GET", path, ["Accept-Encoding": coding])
        let key = try #require(try fixture.keys.keys().first)
        let answer = try Python.answer(
            to: [
                "fields": .array(reply.headers.map { .array([.string($0.name), .string($0.value)]) }),
                "body": .bytes(reply.body), "key": .bytes(key.verifyingKey.rawRepresentation),
            ],
            verifyInPython
        )
        #expect(answer == ["unencoded-digest", "widget-app", "widget-revision"])
    }

    @Test(
        "A client with the key believes the bundle, and takes the kills for no bundle though they are signed"
    )
    func verified() throws {
        let fixture = try Fixture()
        let bundle = try fixture.request("GET", Fixture.config)
        let configuration = try fixture.verifier().configuration(
            bundle: bundle.body,
            fields: BundleFields(bundle.headers),
            newestRevision: nil
        )
        #expect("\(configuration.revision)" == bundle.header("Widget-Revision"))
        let kills = try fixture.request("GET", Fixture.kills)
        #expect(throws: BundleError.self) {
            try fixture.verifier().configuration(
                bundle: kills.body,
                fields: BundleFields(kills.headers),
                newestRevision: nil
            )
        }
    }

    @Test(
        "A second key signs beside the first, under the same tag, and a retired one no more; nothing is restarted"
    )
    func changeOver() throws {
        let fixture = try Fixture()
        let first = try fixture.request("GET", Fixture.config)
        let old = try #require(try fixture.keys.keys().first)
        let new = try fixture.keys.create(at: fixture.clock.now.adding(seconds: 1))
        let both = try #require(
            try fixture.poll(Fixture.config) { $0.header("Signature")?.contains("k\(new.id)=") == true }
        )
        #expect(both.header("Signature")?.hasPrefix("k\(old.id)=") == true)
        #expect(both.header("ETag") == first.header("ETag") && both.body == first.body)
        for key in [old, new] {
            let verifier = BundleVerifier(
                app: try AppID(Fixture.app),
                trust: .signed(by: [BundleKey(key.verifyingKey)])
            )
            #expect(throws: Never.self) {
                try verifier.configuration(
                    bundle: both.body,
                    fields: BundleFields(both.headers),
                    newestRevision: nil
                )
            }
        }
        _ = try fixture.keys.retire(old.id)
        let after = try #require(
            try fixture.poll(Fixture.config) { $0.header("Signature")?.contains(",") == false }
        )
        #expect(after.header("Signature")?.hasPrefix("k\(new.id)=") == true)
        let tag = try #require(after.header("ETag"))
        let unchanged = try fixture.request("GET", Fixture.config, ["If-None-Match": tag])
        #expect(unchanged.header("Signature") == after.header("Signature"))
        #expect(
            fixture.events.messages("keys-changed") == [
                "signing with \(old.id) and \(new.id) from now on", "signing with \(new.id) from now on",
            ]
        )
    }

    @Test("Without an active key the last one goes on signing, kills included, until there is another")
    func lastKeyRetired() throws {
        let fixture = try Fixture()
        let old = try #require(try fixture.keys.keys().first)
        _ = try fixture.keys.retire(old.id)
        #expect(eventually { !fixture.events.messages("keys-failed").isEmpty })
        let revision = try fixture.kill()
        let reply = try #require(
            try fixture.poll(Fixture.config) { $0.header("Widget-Revision") == "\(revision ?? 0)" }
        )
        #expect(reply.header("Signature")?.hasPrefix("k\(old.id)=") == true)
        let new = try fixture.keys.create(at: fixture.clock.now)
        let mended = try fixture.poll(Fixture.config) {
            $0.header("Signature")?.hasPrefix("k\(new.id)=") == true
        }
        #expect(mended != nil)
        #expect(
            fixture.events.messages("keys-failed") == [
                "the keys cannot be used, \(old.id) goes on signing: \(fixture.keys.directory): no key is active; "
                    + "`widgetctl keys create` makes one"
            ]
        )
        #expect(eventually { fixture.events.messages("keys-recovered").count == 1 })
    }

    @Test("Keys that others could read are not read, and the last good ones go on signing")
    func openKeys() throws {
        let fixture = try Fixture()
        let before = try fixture.request("GET", Fixture.config)
        #expect(chmod(fixture.keys.directory, 0o755) == 0)
        // Permissions alone are no change of the directory's content; a file is.
        try Data().write(to: URL(filePath: fixture.keys.directory + "/note"))
        #expect(eventually { fixture.events.messages("keys-failed").count == 1 })
        #expect(try fixture.request("GET", Fixture.config).header("Signature") == before.header("Signature"))
        #expect(chmod(fixture.keys.directory, 0o700) == 0)
        try FileManager.default.removeItem(atPath: fixture.keys.directory + "/note")
        #expect(eventually { fixture.events.messages("keys-recovered").count == 1 })
    }

    @Test("Without keys to sign with it does not start, and unsigned it has digests alone")
    func unsigned() throws {
        let fixture = try Fixture(isSigned: false)
        let reply = try fixture.request("GET", Fixture.config)
        #expect(reply.header("Signature") == nil && reply.header("Signature-Input") == nil)
        #expect(reply.header("Unencoded-Digest") == BundleFields.digestField(SHA256.hash(reply.body)))
        #expect(throws: KeyRingError(path: fixture.directory.file("none"), problem: .noneActive)) {
            try Fixture(isSigned: false) { $0.keyDirectory = fixture.directory.file("none") }
        }
    }

    @Test("The list of apps and each coding of it have their digests")
    func list() throws {
        let fixture = try Fixture()
        let plain = try fixture.request("GET", "/v1/apps")
        let packed = try fixture.request("GET", "/v1/apps", ["Accept-Encoding": "gzip"])
        let digest = BundleFields.digestField(SHA256.hash(plain.body))
        #expect(plain.header("Repr-Digest") == digest && plain.header("Unencoded-Digest") == digest)
        #expect(packed.header("Repr-Digest") == BundleFields.digestField(SHA256.hash(packed.body)))
        #expect(packed.header("Unencoded-Digest") == digest)
    }
}
