import Compression
import ConfigBundle
import Cryptography
import Rollout
import Testing

@testable import ConfigPolling

@Suite("What an answer is worth") struct AnswerReaderTests {
    private let old: SampleBundle
    private let new: SampleBundle
    private let poll: Poll

    init() throws {
        old = try SampleBundle(1, value: "old")
        new = try SampleBundle(2, value: "new")
        poll = Poll(copy: try old.copy())
    }

    private func answer(
        _ status: Int,
        _ bundle: SampleBundle?,
        body: [UInt8]? = nil,
        _ more: [(name: String, value: String)] = []
    ) -> PollAnswer {
        PollAnswer(
            status: status,
            fields: HTTPFields((bundle?.fields.list ?? []) + more),
            body: body ?? bundle?.bytes ?? []
        )
    }

    private func read(
        _ answer: PollAnswer,
        to poll: Poll? = nil,
        newest: Int64? = 1,
        _ verifier: BundleVerifier? = nil
    ) throws -> BundleCopy? {
        try AnswerReader(verifier ?? SampleBundle.verifier()).read(
            answer,
            to: poll ?? self.poll,
            newestRevision: newest
        )
    }

    private func delta(from base: SampleBundle, to result: SampleBundle) throws -> [UInt8] {
        try #require(try BundleDelta.make(from: base.bytes, to: Representation(result.bytes)))
    }

    @Test("200: the bundle, whether or not its coding was undone on the way")
    func whole() throws {
        for body in [new.bytes, try Gzip.compress(new.bytes)] {
            for coding in [[], [("Content-Encoding", "gzip")]] as [[(name: String, value: String)]] {
                let copy = try #require(try read(answer(200, new, body: body, coding)))
                #expect(copy.bytes == new.bytes && copy.fields == new.fields)
                #expect(copy.configuration.revision == 2 && copy.entityTag == new.entityTag)
            }
        }
    }

    @Test("226: the result of the delta, also without a word of its base")
    func merged() throws {
        let delta = try delta(from: old, to: new)
        for more in [[], [("Delta-Base", old.entityTag)], [("Delta-Base", "W/\(old.entityTag)")]] {
            let copy = try read(answer(226, new, body: delta, more.map { (name: $0, value: $1) }))
            #expect(copy?.bytes == new.bytes)
        }
    }

    @Test(
        "304: nothing, with a strong tag, a weak one or none, and with all fields or none",
        arguments: ["", "W/", nil]
    )
    func unchanged(_ prefix: String?) throws {
        let tag = prefix.map { [(name: "ETag", value: $0 + old.entityTag)] } ?? []
        #expect(try read(answer(304, old, body: [], tag)) == nil)
        #expect(try read(answer(304, nil, body: [], tag)) == nil)
    }

    @Test("200 with what is here already: nothing")
    func same() throws {
        #expect(try read(answer(200, old)) == nil)
        #expect(try read(answer(200, nil, body: old.bytes)) == nil)
    }

    @Test("304 or 200 for the same bundle that a new key has signed too: the bundle with its new signatures")
    func signedAnew() throws {
        let both = try SampleBundle(1, value: "old", keys: [SampleBundle.key, 2])
        for answer in [answer(304, both, body: []), answer(200, both)] {
            let copy = try #require(try read(answer))
            #expect(copy.bytes == old.bytes && copy.fields == both.fields)
        }
    }

    @Test("304 about the copy, signed by strangers alone: not to be believed")
    func signedByStrangers() throws {
        let other = try SampleBundle(1, value: "old", keys: [2])
        let error = PollFailure.bundle(.unknownKey([try SampleBundle.keyID(2)]))
        #expect(throws: error) { try read(answer(304, other, body: [])) }
    }

    @Test("304 or 226 about another copy, or without having one: refused")
    func otherCopy() throws {
        #expect(throws: PollFailure.otherCopy("\"x\"")) {
            try read(answer(304, nil, body: [], [("ETag", "\"x\"")]))
        }
        let delta = try delta(from: old, to: new)
        #expect(throws: PollFailure.otherCopy(new.entityTag)) {
            try read(answer(226, new, body: delta, [("Delta-Base", new.entityTag)]))
        }
        for status in [304, 226] {
            #expect(throws: PollFailure.unasked(status: status)) {
                try read(answer(status, new, body: delta), to: Poll(copy: nil))
            }
        }
    }

    @Test("226 that does not lead to what it promises: the whole may do")
    func uselessDelta() throws {
        let other = try SampleBundle(1, value: "quite another value")
        let right = try delta(from: old, to: new)
        let wrong = try delta(from: other, to: new)
        #expect(throws: PollFailure.delta(.wrongBase)) { try read(answer(226, new, body: wrong)) }
        #expect(throws: PollFailure.delta(.wrongDigest)) {
            try read(answer(226, SampleBundle(3), body: right))
        }
        let error = #expect(throws: PollFailure.self) {
            try read(answer(226, new, body: Array(right.dropLast())))
        }
        #expect(error?.isMendedByWhole == true)
        #expect(PollFailure.delta(.wrongBase).isMendedByWhole && PollFailure.otherCopy("").isMendedByWhole)
        #expect(!PollFailure.bundle(.wrongDigest).isMendedByWhole)
    }

    @Test("226 with a header that is wrong: not to be believed, and the whole would have the same")
    func wrongHeader() throws {
        let older = try SampleBundle(1, value: "new")
        #expect(throws: PollFailure.bundle(.olderRevision(1, newestSeen: 2))) {
            try read(answer(226, older, body: delta(from: old, to: older)), newest: 2)
        }
    }

    @Test("A bundle that is older, of another app, of strangers or tampered with: not to be believed")
    func unbelievable() throws {
        #expect(throws: PollFailure.bundle(.olderRevision(2, newestSeen: 3))) {
            try read(answer(200, new), newest: 3)
        }
        let otherApp = try SampleBundle(2, app: "other-app")
        let expected = try AppID("test-app")
        #expect(throws: PollFailure.bundle(.wrongApp(found: "other-app", expected: expected))) {
            try read(answer(200, otherApp))
        }
        let strangers = try SampleBundle(2, keys: [7])
        #expect(throws: PollFailure.bundle(.unknownKey([try SampleBundle.keyID(7)]))) {
            try read(answer(200, strangers))
        }
        #expect(throws: PollFailure.bundle(.wrongDigest)) {
            try read(answer(200, new, body: old.bytes + [32]))
        }
        #expect(throws: PollFailure.bundle(.noSignature)) { try read(answer(200, nil, body: new.bytes)) }
    }

    @Test("gzip that is truncated, damaged or a bomb: refused, the bomb before it has unpacked")
    func codings() throws {
        let packed = try Gzip.compress(new.bytes)
        #expect(throws: PollFailure.damaged("the compressed data ends too early")) {
            try read(answer(200, new, body: Array(packed.dropLast(9))))
        }
        #expect(throws: PollFailure.self) { try read(answer(200, new, body: packed + [0])) }
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 2 << 20))
        #expect(bomb.count < 4_096)
        #expect(throws: PollFailure.damaged("the data unpacks to more than 1048576 bytes")) {
            try read(answer(200, new, body: bomb))
        }
    }

    @Test("A refusal: its status, and what its problem document says, without what would command a terminal")
    func refusals() throws {
        let problem = Array(#"{"status":404,"detail":"There is\u001b[2J no\u2028app"}"#.utf8)
        #expect(throws: PollFailure.refused(status: 404, detail: "There is [2J no app")) {
            try read(answer(404, nil, body: problem))
        }
        let long = Array(#"{"detail":"\#(String(repeating: "x", count: 999))"}"#.utf8)
        #expect(throws: PollFailure.refused(status: 503, detail: String(repeating: "x", count: 200))) {
            try read(answer(503, nil, body: long))
        }
        for status in [201, 204, 206, 301, 400, 405, 429, 500] {
            for body in [[], Array("<html>".utf8), Array(#"{"detail":5}"#.utf8)] {
                #expect(throws: PollFailure.refused(status: status, detail: nil)) {
                    try read(answer(status, new, body: body))
                }
            }
        }
    }
}
