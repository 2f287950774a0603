package import RolloutStore

/// What a client asks of the log.
package struct ChangeQuery: Equatable, Sendable {
    package var filter: HistoryFilter
    /// Otherwise the newest come first.
    package var isOldestFirst: Bool

    package init(_ filter: HistoryFilter, isOldestFirst: Bool) {
        self.filter = filter
        self.isOldestFirst = isOldestFirst
    }

    package static let names = [
        "app", "kind", "name", "actor", "action", "since", "until", "after", "before", "limit", "order",
    ]

    package var query: Query {
        var values: [String: String] = [:]
        values["app"] = filter.app
        values["kind"] = filter.kind
        values["name"] = filter.name
        values["actor"] = filter.actor
        values["action"] = filter.action
        values["since"] = filter.since.map(String.init)
        values["until"] = filter.until.map(String.init)
        values["after"] = filter.after.map(String.init)
        values["before"] = filter.before.map(String.init)
        values["limit"] = filter.limit.map(String.init)
        values["order"] = isOldestFirst ? "oldest" : nil
        return Query(values)
    }

    /// - Throws: For a number that is none, and an order that is neither `newest` nor `oldest`.
    package init(_ query: Query) throws(Query.Fault) {
        func number(_ name: String) throws(Query.Fault) -> Int64? {
            guard let text = query[name] else { return nil }
            guard let number = Int64(text) else {
                throw Query.Fault(description: "\(name) must be a whole number")
            }
            return number
        }
        guard [nil, "newest", "oldest"].contains(query["order"]) else {
            throw Query.Fault(description: "order must be newest or oldest")
        }
        filter = HistoryFilter(
            app: query["app"],
            kind: query["kind"],
            name: query["name"],
            actor: query["actor"],
            action: query["action"],
            since: try number("since"),
            until: try number("until"),
            after: try number("after"),
            before: try number("before"),
            limit: try number("limit").map(Int.init(clamping:))
        )
        isOldestFirst = query["order"] == "oldest"
    }
}
