import Rollout
import Testing

@testable import ConfigService

@Suite struct CachePolicyTests {
    private let now = Instant(millisecondsSince1970: 1_800_000_000_000)

    @Test(
        "Nothing is fresh beyond the next stage, and a second is kept in hand",
        arguments: [
            (3_600_000, 60), (61_000, 60), (60_999, 59), (60_000, 59), (30_500, 29), (2_000, 1), (1_999, 0),
            (1, 0),
        ]
    )
    func stageAhead(_ milliseconds: Int64, _ expected: Int) {
        let stage = Instant(millisecondsSince1970: now.millisecondsSince1970 + milliseconds)
        #expect(CachePolicy(maxAge: 60).maxAge(at: now, nextStage: stage) == expected)
    }

    @Test("Without a stage ahead the maximum holds", arguments: [0, 1, 60, 86_400])
    func noStage(_ maxAge: Int) {
        #expect(CachePolicy(maxAge: maxAge).maxAge(at: now, nextStage: nil) == maxAge)
    }

    @Test("The header says how long in each state")
    func header() {
        let policy = CachePolicy(maxAge: 60)
        #expect(
            policy.cacheControl(maxAge: 7)
                == "public, max-age=7, stale-while-revalidate=60, stale-if-error=86400"
        )
    }
}
