package import Rollout
package import StrictJSON

/// Something that happened to the service and that an operator wants to know.
package struct Event: Equatable, Sendable {
    /// For programs: `store-failed`.
    package let name: String
    /// For people, one line.
    package let message: String
    /// Particulars for programs.
    package let fields: [String: JSON]

    package init(_ name: String, _ message: String, _ fields: [String: JSON] = [:]) {
        self.name = name
        self.message = message
        self.fields = fields
    }
}

/// Where events go, a line each.
package struct EventLog: Sendable {
    /// How an event is written.
    package enum Format: String, Sendable {
        /// The time and the message.
        case text
        /// A JSON object with `time`, `event`, `message` and the particulars.
        case json
    }

    private let format: Format
    private let clock: @Sendable () -> Instant
    private let write: @Sendable (String) -> Void

    /// - Parameter write: Takes one line without its end, on any thread.
    package init(
        _ format: Format,
        clock: @escaping @Sendable () -> Instant,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.format = format
        self.clock = clock
        self.write = write
    }

    /// Writes an event, with the time.
    package func report(_ event: Event) {
        switch format {
        case .text: write("\(clock()) \(event.message)")
        case .json:
            let common: [String: JSON] = [
                "time": .string("\(clock())"), "event": .string(event.name),
                "message": .string(event.message),
            ]
            write(JSON.object(common.merging(event.fields) { first, _ in first }).text)
        }
    }
}
