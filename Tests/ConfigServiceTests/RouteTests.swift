import Testing
import TestSupport

@testable import ConfigService

@Suite struct RouteTests {
    private func match(_ path: String) -> (route: Route, app: String)? {
        let bytes = Array(path.utf8)
        return Route.match(bytes.span).map { ($0.route, String(decoding: bytes[$0.app], as: UTF8.self)) }
    }

    @Test("Each route matches its own pattern and no other", arguments: Route.allCases)
    func patterns(_ route: Route) throws {
        let path = route.pattern.split(separator: "<app>", omittingEmptySubsequences: false).joined(
            separator: "a-1"
        )
        let found = try #require(match(path))
        #expect(found.route == route)
        #expect(found.app == (route.pattern.contains("<app>") ? "a-1" : ""))
        #expect(route.summary.hasSuffix("."))
    }

    @Test(
        "A name stays as it was sent, whatever it is",
        arguments: [
            "a", "..", ".", "a%2Fb", "a%2fconfig", "%00", "ü", "a+b", "config", "a;b",
            Shown(String(repeating: "x", count: 2000)),
        ] as [Shown<String>]
    )
    func names(_ name: Shown<String>) throws {
        let found = try #require(match("/v1/apps/\(name.value)/config"))
        #expect(found == (.config, name.value))
    }

    @Test(
        "Encoded letters of a route are the letters",
        arguments: ["/v1/%61pps", "/v1/app%73", "/%76%31/apps"]
    )
    func encodedRoute(_ path: String) throws {
        #expect(try #require(match(path)).route == .apps)
    }

    @Test(
        "Other paths match nothing",
        arguments: [
            "", "*", "/", "//", "/v1", "/v1/", "/v1/apps/", "/v1//apps", "//v1/apps", "/v1/apps//config",
            "/v1/apps/a", "/v1/apps/a/", "/v1/apps/a/config/", "/v1/apps/a//config", "/v1/apps/a/b/config",
            "/v1/apps/a/config/x", "/v1/apps/a/Config", "/V1/apps", "/healthz/", "/healthzz", "/health",
            "/v1/apps/a/../b/config", "/v1%2Fapps", "/v1/apps/a%2Fconfig", "v1/apps", "/v1/apps/a/config%2F",
        ]
    )
    func unknownPaths(_ path: String) {
        #expect(match(path) == nil)
    }
}
