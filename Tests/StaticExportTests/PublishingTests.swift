import ConfigBundle
import Cryptography
import Foundation
import Rollout
import SigningKeys
import StaticExport
import StrictJSON
import Testing
import TestSupport

@Suite("Publishing")
struct PublishingTests {
    private let fixture: Fixture

    init() throws { fixture = try Fixture() }

    @Test("makes for each app a pointer that leads to a bundle, which a client with the key believes")
    func whole() throws {
        let report = try fixture.publish()
        #expect(report.revision == 42 && report.apps.count == 6 && report.keptFiles == 0)
        #expect(report.apps.allSatisfy { $0.state == .published })
        #expect(try report.madeFiles == fixture.files().count)
        let key = try #require(try fixture.keys.keys().first)
        for app in report.apps {
            let pointer = try fixture.pointer(of: app.name)
            #expect(pointer.app.text == app.name && pointer.revision == app.revision)
            for path in pointer.paths {
                #expect(FileManager.default.fileExists(atPath: fixture.path(path, of: app.name)))
            }
            let bundle = try fixture.bytes(pointer.bundlePath, of: app.name)
            let verifier = BundleVerifier(
                app: pointer.app,
                trust: .signed(by: [BundleKey(key.verifyingKey)])
            )
            let configuration = try verifier.configuration(
                bundle: bundle,
                fields: pointer.bundle.fields,
                newestRevision: nil
            )
            #expect(configuration.revision == app.revision)
            #expect(try fixture.bytes("config", of: app.name) == bundle)
            #expect(
                try fixture.bytes("kills", of: app.name)
                    == fixture.bytes(pointer.killsPath, of: app.name)
            )
        }
    }

    @Test(
        "can be checked from the files alone by others: digests, sizes, signatures, the compressed, a delta"
    )
    func independent() throws {
        try fixture.publish()
        try fixture.kill("ja")
        try fixture.publish()
        let key = try #require(try fixture.keys.keys().first)
        let answer = try Python.answer(
            to: [
                "folder": .string(fixture.path("")), "key": .bytes(key.verifyingKey.rawRepresentation),
            ],
            """
            import gzip, hashlib, pathlib, re, zlib
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
            folder = pathlib.Path(request["folder"])
            pointer = json.loads((folder / "pointer.json").read_bytes())
            assert gzip.decompress((folder / "pointer.json.gz").read_bytes()) == (folder / "pointer.json").read_bytes()
            for name, place, copy in [("bundle", "bundles", "config"), ("kills", "kill-lists", "kills")]:
                content = pointer[name]
                whole = (folder / place / f"{content['digest']}.json").read_bytes()
                packed = (folder / place / f"{content['digest']}.json.gz").read_bytes()
                assert hashlib.sha256(whole).hexdigest() == content["digest"]
                assert [len(whole), len(packed)] == [content["bytes"], content["gzipBytes"]]
                assert gzip.decompress(packed) == whole == (folder / copy).read_bytes()
                assert packed == (folder / f"{copy}.gz").read_bytes()
                fields = {key.lower(): value for key, value in content["fields"].items()}
                digest = base64.b64encode(hashlib.sha256(whole).digest()).decode()
                assert fields["unencoded-digest"] == f"sha-256=:{digest}:"
                label, parameters = fields["signature-input"].split("=", 1)
                names = re.findall(r'"([^"]*)"', parameters[:parameters.index(")")])
                lines = [f'"{name}": {fields[name]}' for name in names] + [f'"@signature-params": {parameters}']
                signature = base64.b64decode(re.fullmatch(label + "=:(.*):", fields["signature"])[1])
                Ed25519PublicKey.from_public_bytes(base64.b64decode(request["key"])).verify(
                    signature, "\\n".join(lines).encode())
            [delta] = pointer["deltas"]
            to = pointer["bundle"]["digest"]
            stream = (folder / "deltas" / f"{delta['base']}-{to}.zdict").read_bytes()
            assert len(stream) == delta["bytes"]
            base = (folder / "bundles" / f"{delta['base']}.json").read_bytes()
            result = zlib.decompressobj(zdict=base).decompress(stream)
            assert hashlib.sha256(result).hexdigest() == to
            answer = [names, pointer["revision"]]
            """
        )
        #expect(answer == [["unencoded-digest", "widget-app", "widget-revision"], 43])
    }

    @Test("what is up to date writes nothing")
    func unchanged() throws {
        try fixture.publish()
        let before = try fixture.files()
        fixture.advance(days: 100)
        let report = try fixture.publish()
        #expect(report.madeFiles == 0 && report.madeBytes == 0 && report.deletedFiles == 0)
        #expect(report.keptFiles == before.count)
        #expect(report.apps.allSatisfy { $0.state == .unchanged })
        #expect(try fixture.files() == before)
    }

    @Test("a change of one app writes of that app and the list alone, and keeps what it replaces")
    func oneApp() throws {
        try fixture.publish()
        let before = try fixture.files()
        let old = try fixture.pointer()
        try fixture.kill("ja")
        let report = try fixture.publish()
        #expect(report.apps.filter { $0.state == .published }.map(\.name) == [Fixture.app])
        let after = try fixture.files()
        for (name, state) in before where !name.contains(Fixture.app) && !name.hasPrefix("v1/apps.json") {
            #expect(after[name] == state, "\(name)")
        }
        #expect(report.madeFiles == after.count { before[$0.key]?.node != $0.value.node })
        for path in old.paths { #expect(after["v1/apps/\(Fixture.app)/\(path)"] != nil) }
        #expect(
            try String(contentsOfFile: "\(fixture.directory)/v1/apps.json", encoding: .utf8).hasSuffix(
                "\"revision\":43}"
            )
        )
    }

    @Test(
        "offers deltas from the last eight bundles, the newest first, each of which gives the bundle in force"
    )
    func deltas() throws {
        try fixture.publish()
        var digests = [try fixture.pointer().bundle.digest]
        // However seldom there is something new.
        for locale in ["ja", "ko", "de", "fr", "it", "es", "pt", "nl", "sv", "fi"] {
            fixture.advance(days: 8)
            try fixture.publish()
            try fixture.kill(locale)
            try fixture.publish()
            digests.append(try fixture.pointer().bundle.digest)
        }
        let pointer = try fixture.pointer()
        #expect(pointer.deltas.map(\.base) == Array(digests.dropLast().reversed().prefix(8)))
        let bundle = try fixture.bytes(pointer.bundlePath)
        for delta in pointer.deltas {
            let bytes = try fixture.bytes(pointer.path(of: delta))
            #expect(bytes.count == delta.byteCount && bytes.count < pointer.bundle.gzipByteCount)
            let base = try fixture.bytes(BundlePointer.bundlePath(delta.base))
            #expect(try BundleDelta.apply(bytes, to: base) == bundle)
        }
    }

    @Test("tells a web server of each new version by a later second, though all are made within one")
    func modificationTimes() throws {
        try fixture.publish()
        var times: [Int64] = []
        for locale in ["ja", "ko", "de"] {
            times.append(try #require(fixture.files()["v1/apps/\(Fixture.app)/config"]).modified)
            try fixture.kill(locale)
            try fixture.publish()
            let files = try fixture.files()
            for name in ["config.gz", "kills", "kills.gz", "pointer.json", "pointer.json.gz"] {
                #expect(files["v1/apps/\(Fixture.app)/\(name)"]?.modified == times.last.map { $0 + 1 })
            }
            #expect(files["v1/apps.json"]?.modified == times.last.map { $0 + 1 })
        }
        #expect(times == [Fixture.start, Fixture.start + 1, Fixture.start + 2])
    }

    @Test("after a key has changed, signs anew and writes nothing else")
    func changeOfKeys() throws {
        try fixture.publish()
        let before = try fixture.files()
        let old = try #require(try fixture.keys.keys().first)
        let new = try fixture.keys.create(at: Instant(millisecondsSince1970: (Fixture.start + 1) * 1000))
        let report = try fixture.publish()
        #expect(report.madeFiles == 12)
        let pointer = try fixture.pointer()
        #expect(pointer.bundle.fields[.signature]?.contains("k\(old.id)=") == true)
        #expect(pointer.bundle.fields[.signature]?.contains("k\(new.id)=") == true)
        let changed = try fixture.files().filter { before[$0.key]?.node != $0.value.node }.keys
        #expect(changed.allSatisfy { $0.contains("/pointer.json") })
        try fixture.publish(unsigned: true)
        #expect(try fixture.pointer().bundle.fields[.signature] == nil)
    }
}
