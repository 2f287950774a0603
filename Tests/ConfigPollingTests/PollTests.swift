import ConfigBundle
import Testing

@testable import ConfigPolling

@Suite("A poll") struct PollTests {
    private func fields(_ poll: Poll) -> [String] { poll.fields.map { "\($0.name): \($0.value)" } }

    @Test("of a client without a copy asks for the whole, and cannot wait")
    func first() {
        #expect(fields(Poll(copy: nil)) == ["Accept-Encoding: gzip"])
        #expect(fields(Poll(copy: nil, wait: 50)) == ["Accept-Encoding: gzip"])
    }

    @Test("of a client with a copy asks for what is new since, as a delta if possible")
    func again() throws {
        let sample = try SampleBundle(1)
        let poll = Poll(copy: try sample.copy())
        #expect(
            fields(poll) == ["Accept-Encoding: gzip", "If-None-Match: \(sample.entityTag)", "A-IM: zdict"]
        )
    }

    @Test("that waits passes by caches, which would not")
    func waiting() throws {
        let sample = try SampleBundle(1)
        let poll = Poll(copy: try sample.copy(), wait: 50)
        #expect(fields(poll).suffix(2) == ["Prefer: wait=50", "Cache-Control: no-cache"])
    }

    @Test("for the whole after an answer of no use passes by caches, which would give it again")
    func whole() {
        #expect(fields(.whole) == ["Accept-Encoding: gzip", "Cache-Control: no-cache"])
    }
}
