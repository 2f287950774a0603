import Cryptography
import Rollout
import StrictJSON
import Testing
import TestSupport

@testable import ConfigBundle

@Suite struct BundlePointerTests {
    private let pointer: BundlePointer

    init() throws {
        let bundle = try Representation(Array("{\"bundle\":1}".utf8))
        let kills = try Representation(Array("{}".utf8))
        let app = try AppID("aurora")
        pointer = BundlePointer(
            app: app,
            revision: 43,
            bundle: .init(
                bundle,
                fields: try BundleFields(digest: bundle.digest, app: app, revision: 43, keys: [])
            ),
            deltas: [.init(base: String(repeating: "0a", count: 32), byteCount: 86)],
            kills: .init(
                kills,
                fields: try BundleFields(digest: kills.digest, app: app, revision: 43, keys: [])
            )
        )
    }

    /// By `printf '{"bundle":1}' | sha256sum` and `printf '{}' | sha256sum`.
    private static let (bundleDigest, killsDigest) = (
        "7710c630a727d03b70a53a2c12394c034b50b5834151f9c7d751e439bed08b4c",
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    )

    @Test("A pointer is canonical JSON, and leads to files that are named by their digests")
    func bytes() throws {
        let (gzip, emptyGzip) = (pointer.bundle.gzipByteCount, pointer.kills.gzipByteCount)
        #expect(
            String(decoding: pointer.bytes, as: UTF8.self) == """
                {"app":"aurora","bundle":{"bytes":12,"digest":"\(Self.bundleDigest)","fields":{\
                "Unencoded-Digest":"\(BundleFields.digestField(SHA256.hash(Array("{\"bundle\":1}".utf8))))",\
                "Widget-App":"aurora","Widget-Revision":"43"},"gzipBytes":\(gzip)},\
                "deltas":[{"base":"\(String(repeating: "0a", count: 32))","bytes":86}],"format":1,\
                "kills":{"bytes":2,"digest":"\(Self.killsDigest)","fields":{\
                "Unencoded-Digest":"\(BundleFields.digestField(SHA256.hash(Array("{}".utf8))))",\
                "Widget-App":"aurora","Widget-Revision":"43"},"gzipBytes":\(emptyGzip)},"revision":43}
                """
        )
        #expect(
            pointer.paths == [
                "bundles/\(Self.bundleDigest).json", "bundles/\(Self.bundleDigest).json.gz",
                "kill-lists/\(Self.killsDigest).json", "kill-lists/\(Self.killsDigest).json.gz",
                "deltas/\(String(repeating: "0a", count: 32))-\(Self.bundleDigest).zdict",
            ]
        )
    }

    @Test("A pointer is read as it was written, whatever a newer program has added to it")
    func reading() throws {
        #expect(try BundlePointer(parsing: pointer.bytes) == pointer)
        let text = String(decoding: pointer.bytes, as: UTF8.self)
        let newer = text.replacing("{\"app\"", with: "{\"added\":[1],\"app\"").replacing(
            "{\"base\"",
            with: "{\"a\":1,\"base\""
        )
        #expect(try BundlePointer(parsing: Array(newer.utf8)) == pointer)
    }

    struct Fault: Sendable {
        let old: String
        let new: String
        let message: String
    }

    @Test(
        "What is no pointer is refused, and where",
        arguments: [
            Fault(
                old: "\"app\":\"aurora\"",
                new: "\"app\":\"..\"",
                message: "app: \"..\" is not an app name"
            ),
            Fault(old: "\"revision\":43}", new: "\"revision\":-1}", message: "revision: -1 is below 0"),
            Fault(old: "\"bytes\":12", new: "\"bytes\":-12", message: "bundle.bytes: -12 is below 0"),
            Fault(
                old: "\"bytes\":12",
                new: "\"bytes\":99999999999",
                message: "bundle.bytes: 99999999999 is above 4294967296"
            ),
            Fault(
                old: "\"digest\":\"44",
                new: "\"digest\":\"4A",
                message: "kills.digest: not 64 lower-case hexadecimal digits"
            ),
            Fault(
                old: "\"base\":\"0a",
                new: "\"base\":\"../../",
                message: "deltas[0].base: not 64 lower-case hexadecimal digits"
            ),
            Fault(old: "\"Widget-App\":\"aurora\"", new: "\"Widget-App\":1", message: "expected a string"),
            Fault(old: "\"kills\"", new: "\"kill\"", message: "kills: missing"),
            Fault(old: "\"format\":1,", new: "", message: "format: missing"),
            Fault(old: "{\"app\"", new: "[{\"app\"", message: "line 1"),
        ]
    )
    func malformed(_ fault: Fault) throws {
        let text = String(decoding: pointer.bytes, as: UTF8.self)
        #expect(text.contains(fault.old))
        let error = #expect(throws: PointerError.self) {
            try BundlePointer(parsing: Array(text.replacing(fault.old, with: fault.new).utf8))
        }
        #expect(error?.description.contains(fault.message) == true, "\(error?.description ?? "")")
    }

    @Test("A pointer of a newer format is told from a damaged one")
    func newerFormat() throws {
        let text = String(decoding: pointer.bytes, as: UTF8.self)
        #expect(throws: PointerError.unknownFormat(2)) {
            try BundlePointer(parsing: Array(text.replacing("\"format\":1", with: "\"format\":2").utf8))
        }
    }

    @Test("The sample in the documentation is a pointer, with all that one has and nothing else")
    func sample() throws {
        let page = try Repository.text("Documentation/wire-format.md")
        let samples = page.matches(of: /```json\n(\{[^`]*"gzipBytes"[^`]*)```/)
        let sample = Array(try #require(samples.first).1.utf8)
        #expect(try JSON(parsing: BundlePointer(parsing: sample).bytes) == JSON(parsing: sample))
    }
}
