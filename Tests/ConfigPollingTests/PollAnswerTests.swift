import Rollout
import Testing

@testable import ConfigPolling

@Suite("An answer") struct PollAnswerTests {
    private func answer(_ fields: [(String, String)]) -> PollAnswer {
        PollAnswer(status: 200, fields: HTTPFields(fields.map { (name: $0, value: $1) }), body: [])
    }

    @Test(
        "says for how long it is fresh, less what it has spent in caches",
        arguments: [
            ("public, max-age=60", nil, 60), ("no-store, max-age=60", nil, 60), ("max-age=60", "20", 40),
            ("max-age=60", "61", 0), ("max-age=60", "many", 60), ("max-age=0", nil, 0),
            ("max-age=99999999999999999999999", nil, .max), ("max-age=60, max-age=5", nil, 5),
            ("max-age=-1", nil, nil), ("max-age=1.5", nil, nil), ("max-age", nil, nil),
            ("max-age=", nil, nil),
            ("no-store", nil, nil), ("", nil, nil), ("s-maxage=60", nil, nil), ("xmax-age=60", nil, nil),
        ] as [(String, String?, Int?)]
    )
    func freshness(_ control: String, _ age: String?, _ seconds: Int?) {
        let answer = answer([("Cache-Control", control)] + (age.map { [("Age", $0)] } ?? []))
        #expect(answer.freshSeconds == seconds)
    }

    @Test(
        "says when to come back, in seconds or as a moment on its own clock",
        arguments: [
            ("120", nil, .seconds(120)), ("0", nil, .zero),
            ("Tue, 01 Dec 2026 00:02:00 GMT", "Tue, 01 Dec 2026 00:00:00 GMT", .seconds(120)),
            ("Tue, 01 Dec 2026 00:00:00 GMT", "Tue, 01 Dec 2026 00:02:00 GMT", .zero),
            ("Tue, 01 Dec 2026 00:02:00 GMT", nil, nil), ("soon", nil, nil), ("-5", nil, nil),
            ("1.5", nil, nil),
            ("", nil, nil), ("99999999999999999999999", nil, .seconds(Int.max)),
        ] as [(String, String?, Duration?)]
    )
    func retryAfter(_ text: String, _ date: String?, _ duration: Duration?) {
        let answer = answer([("Retry-After", text)] + (date.map { [("Date", $0)] } ?? []))
        #expect(answer.retryAfter == duration)
    }

    @Test(
        "says how long it was held back",
        arguments: [
            ("wait=50", 50), ("respond-async, wait=50", 50), ("wait=\"50\"", 50), ("wait = 50", 50),
            ("wait=50; foo", 50), ("wait", nil), ("wait=x", nil), ("respond-async", nil), ("", nil),
        ] as [(String, Int?)]
    )
    func wait(_ text: String, _ seconds: Int?) {
        #expect(answer([("Preference-Applied", text)]).grantedWait == seconds)
    }

    @Test("says what the server's clock shows, also when a cache kept it for a while")
    func serverTime() throws {
        let date = ("Date", "Tue, 01 Dec 2026 00:00:00 GMT")
        #expect(answer([date]).serverTime == (try Instant(parsing: "2026-12-01T00:00:00Z")))
        #expect(answer([date, ("Age", "75")]).serverTime == (try Instant(parsing: "2026-12-01T00:01:15Z")))
        #expect(answer([("Age", "75")]).serverTime == nil)
    }

    @Test("of hostile numbers is read without a trap")
    func extremes() {
        let most = "99999999999999999999"
        let answer = answer([
            ("Date", "Fri, 31 Dec 9999 23:59:59 GMT"), ("Age", most), ("Cache-Control", "max-age=\(most)"),
            ("Retry-After", most), ("Preference-Applied", "wait=\(most)"),
        ])
        #expect(answer.serverTime?.description == "9999-12-31T23:59:59.999Z")
        #expect(answer.freshSeconds == 0)
        var schedule = PollSchedule()
        var generator = SystemRandomNumberGenerator()
        let conditions = PollSchedule.Conditions(isForeground: false, isLowPower: true)
        schedule.note(.failed(retryAfter: answer.retryAfter))
        let pause = schedule.pause(conditions, using: &generator)
        #expect(pause <= PollSchedule.longest)
    }
}
