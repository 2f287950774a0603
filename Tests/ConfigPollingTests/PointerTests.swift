import Compression
import ConfigBundle
import Cryptography
import Rollout
import Testing

@testable import ConfigPolling

@Suite("What a pointer from a host of files is worth") struct PointerTests {
    private let old: SampleBundle
    private let new: SampleBundle

    init() throws {
        old = try SampleBundle(1, value: "old")
        new = try SampleBundle(2, value: "new")
    }

    private func pointer(
        to bundle: SampleBundle,
        app: String = "test-app",
        deltas: [BundlePointer.Delta] = []
    ) throws -> BundlePointer {
        let content = BundlePointer.Content(try Representation(bundle.bytes), fields: bundle.fields)
        return BundlePointer(
            app: try AppID(app),
            revision: try AppConfiguration(bundle: bundle.bytes).revision,
            bundle: content,
            deltas: deltas,
            kills: content
        )
    }

    private func read(
        _ body: [UInt8],
        status: Int = 200,
        _ fields: [(name: String, value: String)] = [],
        known: KnownPointer? = nil,
        newest: Int64? = nil
    ) throws -> KnownPointer {
        try AnswerReader(SampleBundle.verifier()).pointer(
            in: PollAnswer(status: status, fields: HTTPFields(fields), body: body),
            known: known,
            newestRevision: newest
        )
    }

    @Test(
        "is asked about by the host's tag, or else by its time, or else not at all",
        arguments: [
            (
                ["ETag": "W/\"a\"", "Last-Modified": "Tue, 01 Dec 2026 00:00:00 GMT"],
                ["If-None-Match": "W/\"a\""]
            ),
            (
                ["Last-Modified": "Tue, 01 Dec 2026 00:00:00 GMT"],
                ["If-Modified-Since": "Tue, 01 Dec 2026 00:00:00 GMT"]
            ), ([:], [:]),
        ] as [([String: String], [String: String])]
    )
    func conditions(fields: [String: String], expected: [String: String]) throws {
        let known = try read(pointer(to: new).bytes, fields.map { (name: $0.key, value: $0.value) })
        #expect(Dictionary(uniqueKeysWithValues: known.conditions.map { ($0.name, $0.value) }) == expected)
    }

    @Test("stays what it was when the host says that it is not another one")
    func unchanged() throws {
        let known = try read(pointer(to: new).bytes, [("ETag", "\"a\"")])
        let again = try read([], status: 304, known: known)
        #expect(try again.pointer == pointer(to: new) && again.conditions.map(\.value) == ["\"a\""])
        #expect(throws: PollFailure.unasked(status: 304)) { try read([], status: 304) }
    }

    @Test("may come compressed, up to a limit")
    func compressed() throws {
        let bytes = try pointer(to: new).bytes
        #expect(try read(Gzip.compress(bytes)).pointer == pointer(to: new))
        let bomb = try Gzip.compress(bytes + [UInt8](repeating: 0x20, count: BundlePointer.byteLimit))
        let error = #expect(throws: PollFailure.self) { try read(bomb) }
        guard case .damaged? = error else { throw error ?? .unasked(status: 0) }
    }

    @Test("of another app, an older revision, or that is none, is nothing to follow")
    func refused() throws {
        let wrongApp = BundleError.wrongApp(found: "other-app", expected: try AppID("test-app"))
        #expect(throws: PollFailure.bundle(wrongApp)) { try read(pointer(to: new, app: "other-app").bytes) }
        #expect(throws: PollFailure.bundle(.olderRevision(1, newestSeen: 2))) {
            try read(pointer(to: old).bytes, newest: 2)
        }
        #expect(try read(pointer(to: new).bytes, newest: 2).pointer.revision == 2)
        #expect(throws: PollFailure.pointer(.unknownFormat(2))) { try read(Array(#"{"format":2}"#.utf8)) }
        #expect(throws: PollFailure.refused(status: 404, detail: nil)) { try read([], status: 404) }
    }

    @Test("leads to a copy, from one by a delta, or to something else")
    func leads() throws {
        let delta = BundlePointer.Delta(base: try Representation(old.bytes).digest.hexadecimal, byteCount: 9)
        let pointer = try pointer(to: new, deltas: [delta])
        #expect(try pointer.leads(to: new.copy()) && !pointer.leads(to: old.copy()))
        #expect(try pointer.delta(from: old.copy()) == delta && pointer.delta(from: new.copy()) == nil)
    }
}
