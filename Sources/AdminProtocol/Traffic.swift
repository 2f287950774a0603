package import StrictJSON

/// What a widgetd does for the apps' clients: counts since it was started, and how it is now.
package struct Traffic: Equatable, Sendable {
    /// Answers to those who asked for a bundle or for the kills.
    package let polls: Int64
    /// Those of them that said that nothing has changed.
    package let notModified: Int64
    /// Clients that wait for a change, or follow events.
    package let waiting: Int64
    /// Open connections.
    package let connections: Int64
    /// The store's revision that is served.
    package let revision: Int64

    package init(polls: Int64, notModified: Int64, waiting: Int64, connections: Int64, revision: Int64) {
        self.polls = polls
        self.notModified = notModified
        self.waiting = waiting
        self.connections = connections
        self.revision = revision
    }

    /// `{"polls", "notModified", "waiting", "connections", "revision"}`, all of them numbers.
    package var json: JSON {
        [
            "polls": .integer(polls), "notModified": .integer(notModified), "waiting": .integer(waiting),
            "connections": .integer(connections), "revision": .integer(revision),
        ]
    }

    /// Reads what ``json`` gives.
    package init?(_ field: JSONField) {
        let names = ["polls", "notModified", "waiting", "connections", "revision"]
        guard let object = field.object(names) else { return nil }
        func count(_ name: String) -> Int64? { object.required(name)?.integer(in: 0...Int64.max) }
        guard let polls = count("polls"), let notModified = count("notModified"),
            let waiting = count("waiting"), let connections = count("connections"),
            let revision = count("revision")
        else { return nil }
        self.init(
            polls: polls,
            notModified: notModified,
            waiting: waiting,
            connections: connections,
            revision: revision
        )
    }
}
