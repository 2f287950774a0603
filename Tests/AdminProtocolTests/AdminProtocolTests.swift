import RolloutStore
import StrictJSON
import Testing
import TestSupport

@testable import AdminProtocol

@Suite("What travels to and from the admin API")
struct AdminProtocolTests {
    @Test("A query comes out as it went in, whatever is in it")
    func query() throws {
        let values = ["a": "1", "b": "x&y=z%+ é\n", "c": ""]
        let query = Query(values)
        #expect(query.text == "a=1&b=x%26y%3Dz%25%2B%20%C3%A9%0A&c=")
        #expect(try Query(parsing: query.text, names: ["a", "b", "c"]) == query)
        #expect(try Query(parsing: "", names: []) == Query())
    }

    @Test(
        "A query that is none is refused",
        arguments: ["a", "a=1&a=2", "a=%", "a=%4", "a=%zz", "a=%FF", "b=1", "=1", "a=1&b", "a=%C3"]
    )
    func badQuery(text: String) {
        #expect(throws: Query.Fault.self) { try Query(parsing: text, names: ["a"]) }
    }

    @Test("A question about the log comes out as it went in")
    func filter() throws {
        let filter = HistoryFilter(
            app: "a",
            kind: "b",
            name: "c d",
            actor: "é",
            action: "flag set",
            since: -5,
            until: .max,
            after: 0,
            before: 9,
            limit: 7
        )
        for wanted in [
            ChangeQuery(filter, isOldestFirst: true), ChangeQuery(HistoryFilter(), isOldestFirst: false),
        ] {
            let text = wanted.query.text
            #expect(try ChangeQuery(Query(parsing: text, names: ChangeQuery.names)) == wanted)
        }
    }

    @Test("A route has one path, and each path one route")
    func routes() {
        for route in AdminRoute.allCases {
            let match = AdminRoute.match(route.path(id: "0a1b"))
            #expect(match?.route == route)
            #expect(match?.id == (route == .token ? "0a1b" : ""))
        }
        for path in ["", "/", "/admin/v1", "/admin/v1/self/", "//admin/v1/self", "/admin/v1/tokens/a/b", "*"]
        {
            #expect(AdminRoute.match(path) == nil, "\(path)")
        }
    }
}
