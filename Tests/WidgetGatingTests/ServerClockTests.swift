import Rollout
import Testing
import WidgetGating

@Suite("The server's clock")
struct ServerClockTests {
    private func instant(_ text: String) throws -> Instant { try Instant(parsing: text) }

    @Test(
        "is as far from the device's as it was when they were compared",
        arguments: [
            // The server, the device then, the device now, the server now.
            ("2026-12-01T12:00:00Z", "2026-12-01T12:00:00Z", "2026-12-01T12:30:00Z", "2026-12-01T12:30:00Z"),
            (
                "2026-12-01T12:00:00Z", "2026-12-01T11:59:58.5Z", "2026-12-01T12:30:00Z",
                "2026-12-01T12:30:01.500Z"
            ),
            ("2026-12-01T12:00:00Z", "2027-12-01T12:00:00Z", "2027-12-01T12:30:00Z", "2026-12-01T12:30:00Z"),
            ("2026-12-01T12:00:00Z", "2025-12-01T12:00:00Z", "2025-12-01T12:30:00Z", "2026-12-01T12:30:00Z"),
        ]
    )
    func offset(server: String, then: String, now: String, expected: String) throws {
        let clock = ServerClock(server: try instant(server), device: try instant(then))
        #expect(clock.now(device: try instant(now)) == (try instant(expected)))
    }

    @Test("never goes back behind a moment that it is known to have passed, though the device's does")
    func setBack() throws {
        let server = try instant("2026-12-01T12:00:00Z")
        let clock = ServerClock(server: server, device: server)
        #expect(clock.now(device: try instant("2025-12-01T12:00:00Z")) == server)
        #expect(clock.now(device: try instant("2026-12-01T11:59:59Z")) == server)
    }

    @Test("follows a device that was set ahead, since nothing tells that from time that passed")
    func setAhead() throws {
        let server = try instant("2026-12-01T12:00:00Z")
        let clock = ServerClock(server: server, device: server)
        #expect(
            clock.now(device: try instant("2027-12-01T12:00:00Z")) == (try instant("2027-12-01T12:00:00Z"))
        )
    }

    @Test("is the device's while the server is unknown")
    func unknown() throws {
        let device = try instant("2026-12-01T12:00:00Z")
        #expect(ServerClock.unknown.now(device: device) == device)
    }

    @Test("stays within the years that can be written, however far apart both are")
    func extremes() {
        let (first, last) = (Instant(millisecondsSince1970: .min), Instant(millisecondsSince1970: .max))
        #expect(ServerClock(server: last, device: first).now(device: last) == last)
        #expect(ServerClock(server: first, device: last).now(device: first) == first)
    }
}
