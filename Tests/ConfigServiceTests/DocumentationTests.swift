import Testing
import TestSupport

@testable import ConfigService

@Suite struct DocumentationTests {
    @Test("Each route is in the README and in the wire format", arguments: Route.allCases)
    func routes(_ route: Route) throws {
        #expect(try Repository.text("README.md").contains("`GET \(route.pattern)`"))
        #expect(try Repository.text("Documentation/wire-format.md").contains("| `\(route.pattern)` |"))
    }

    @Test("The operator's page speaks of no metric that there is not")
    func operating() throws {
        let page = try Repository.text("Documentation/operating.md")
        let fixture = try Fixture()
        let metrics = try fixture.request("GET", "/metrics").text
        let names = page.matches(of: /widgetd_[a-z_]+/).map { String($0.0) }
        #expect(!names.isEmpty)
        for name in names { #expect(metrics.contains("# TYPE \(name) "), "\(name)") }
    }

    @Test("The sample of an answer has the headers of a real one")
    func sample() throws {
        let page = try Repository.text("Documentation/wire-format.md")
        let fixture = try Fixture()
        let reply = try fixture.request("GET", Fixture.config, ["Accept-Encoding": "gzip"])
        let sample = try #require(page.firstMatch(of: /HTTP\/1\.1 200 OK\n((?:[A-Za-z-]+: .*\n)+)```/))
        let lines = sample.1.split(separator: "\n").map {
            $0.split(separator: ": ", maxSplits: 1).map(String.init)
        }
        #expect(lines.map { $0[0] } == reply.headers.map(\.name))
        for line in lines where ["Content-Type", "Cache-Control", "Vary"].contains(line[0]) {
            #expect(reply.header(line[0]) == line[1])
        }
    }
}
