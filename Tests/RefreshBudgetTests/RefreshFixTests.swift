import RefreshBudget
import Testing

@Suite("The fix of a timeline")
struct RefreshFixTests {
    @Test(
        "is the one that differs least",
        arguments: [
            // 1440 / 40 = 36 minutes, in steps of five.
            (.plan(every: 15), 400, "1 entry, and the next timeline after 40 minutes"),
            // Eight entries of five minutes are the first that last 36.
            (
                .plan(entries: 3, spacing: 5, every: 15), 400,
                "8 entries 5 minutes apart, and the next timeline after 40 minutes"
            ),
            // No more than four fit: 36 / 4 = 9, in steps of five 10.
            (
                .plan(entries: 3, spacing: 5, every: 15), 4,
                "4 entries 10 minutes apart, and the next timeline after 40 minutes"
            ),
            // The interval is right; 36 entries of five minutes last 180.
            (
                .plan(entries: 6, spacing: 5, every: 180), 400,
                "36 entries 5 minutes apart, and the next timeline after 180 minutes"
            ),
            (
                .plan(entries: 6, spacing: 5, every: 180), 6,
                "6 entries 30 minutes apart, and the next timeline after 180 minutes"
            ),
            // 60 and 15 of jitter need three entries, whose last quarter is the jitter's.
            (
                .plan(entries: 2, spacing: 30, every: 60, jitter: 15), 400,
                "3 entries 30 minutes apart, and the next timeline after 75 minutes"
            ),
            // Only the app asks; a timer must take over when it does not.
            (
                .plan(entries: 6, spacing: 30, foreground: 4), 400,
                "6 entries 30 minutes apart, and the next timeline after 180 minutes, by the pattern "
                    + "timerWithAppReloads"
            ),
            // 20 pushes leave 20: 1440 / 20 = 72 minutes, in steps of five.
            (
                .plan(every: 15, pushes: 20), 400,
                "1 entry, and the next timeline after 75 minutes"
            ),
            (
                .plan(every: 15, background: 10, pushes: 50), 400,
                "1 entry, and the next timeline after 75 minutes, with at most 20 reloads a day by push and from the "
                    + "background"
            ),
        ] as [(RefreshPlan, Int, String)]
    )
    func least(_ plan: RefreshPlan, _ limit: Int, _ words: String) {
        #expect(RefreshFix.fix(of: plan, entriesLimit: limit)?.words == words)
    }
}
