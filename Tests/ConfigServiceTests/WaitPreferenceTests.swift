import Testing

@testable import ConfigService

@Suite struct WaitPreferenceTests {
    @Test(
        "A wait is read as RFC 7240 writes it, and limited to 55 seconds",
        arguments: [
            ("wait=1", 1), ("wait=10", 10), ("WAIT=10", 10), ("wait = 10", 10), (" wait=10 ", 10),
            ("wait=\"10\"", 10), ("wait=010", 10), ("wait=55", 55), ("wait=56", 55), ("wait=4294967296", 55),
            ("wait=99999999999999999999999999999999", 55), ("respond-async, wait=10", 10),
            ("respond-async,wait=10", 10), ("wait=10, wait=20", 10), ("wait=10;foo=bar", 10),
            ("wait=10 ; foo=\"a;b\"", 10), ("foo; wait=5, wait=10", 10), (",, ,wait=10,", 10),
            ("foo=\"a, wait=5\", wait=10", 10), ("foo=\"\\\", wait=5\", wait=10", 10),
        ]
    )
    func sound(_ field: String, _ seconds: Int) {
        #expect(WaitPreference.seconds(Array(field.utf8).span) == seconds)
    }

    @Test(
        "What is no wait, or none that can be read, is passed over",
        arguments: [
            "", "wait", "wait=", "wait=0", "wait=-1", "wait=+1", "wait=1.5", "wait=1e3", "wait=ten",
            "wait==1",
            "wait=\"", "wait=\"\"", "wait=\"1", "wait=1\"", "wait=1 2", "wait:10", "waits=10", "wai=10",
            "=10", "foo=wait=10", "foo=\"wait=10", "\"wait\"=10", ";wait=10", "wait;=10", "wait=0x10",
            "wait=\u{661}", "\\", "foo=\"\\", "wait=, wait=10",
        ]
    )
    func unsound(_ field: String) {
        #expect(WaitPreference.seconds(Array(field.utf8).span) == nil)
    }

    @Test("A request without the header does not wait")
    func absent() { #expect(WaitPreference.seconds(nil) == nil) }
}
