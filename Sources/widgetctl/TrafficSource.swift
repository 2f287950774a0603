import AdminProtocol
import CommandLineKit
import HTTPClient
import RemoteDesk

/// Where a widgetd says how much its clients ask for.
enum TrafficSource: Sendable {
    /// The metrics that it serves to all who reach it; the address without the path.
    case metrics(HTTPClient, String)
    /// The server whose store is looked at.
    case admin(AdminClient)

    /// - Parameters:
    ///   - address: As a person writes it.
    ///   - authorityFile: The certificates (PEM) to believe instead of the system's; nil: the system's.
    /// - Throws: `HTTPClientError` when there is no way to speak HTTP, and what is wrong with the address.
    static func metrics(at address: String, authorityFile: String?) throws -> TrafficSource {
        guard ["http://", "https://"].contains(where: address.lowercased().hasPrefix) else {
            throw UsageError("--service \(address) has no http:// or https:// in front")
        }
        var settings = HTTPClient.Settings()
        // Between two looks a screen that is not up to date is worse than a number that is missing.
        settings.connectTimeout = .seconds(2)
        settings.timeout = .seconds(5)
        settings.maximumBodySize = 8 << 20
        settings.authorityFile = authorityFile
        // It is one of one's own machines, which no proxy knows.
        settings.usesProxy = false
        return .metrics(try HTTPClient(settings), String(address.reversed().drop { $0 == "/" }.reversed()))
    }

    /// Asks it.
    ///
    /// - Throws: Why there is no answer.
    func read() throws -> Traffic {
        switch self {
        case .admin(let client): return try client.traffic()
        case .metrics(let client, let address):
            let url = "\(address)/metrics"
            let reply: HTTPReply
            do throws(HTTPClientError) {
                reply = try client.send(HTTPRequest("GET", url))
            } catch {
                throw NoMetrics(description: "no answer from \(address): \(error.reason)")
            }
            guard reply.status == 200, let page = String(validating: reply.body, as: UTF8.self),
                let traffic = Traffic(metrics: page)
            else {
                throw NoMetrics(
                    description:
                        "what answers at \(url), with status \(reply.status), is no widgetd: say with "
                        + "--service where that is"
                )
            }
            return traffic
        }
    }
}

/// Why there are no metrics.
private struct NoMetrics: Error, CustomStringConvertible {
    let description: String
}

extension Traffic {
    /// Reads the metrics of widgetd in the text format of Prometheus, version 0.0.4; nil: it is something else.
    init?(metrics page: String) {
        var samples: [Substring: Int64] = [:]
        for line in page.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "), let value = Int64(line[line.index(after: space)...])
            else { continue }
            samples[line[..<space]] = value
        }
        guard let waiting = samples["widgetd_waiting"], let connections = samples["widgetd_connections"],
            let revision = samples["widgetd_store_revision"]
        else { return nil }
        // Of a route that nobody has asked for there is no sample.
        let polls = samples.filter { name, _ in
            ["config", "kills"].contains { name.hasPrefix("widgetd_http_requests_total{route=\"\($0)\",") }
        }
        self.init(
            polls: polls.values.reduce(0, +),
            notModified: polls.filter { $0.key.hasSuffix("status=\"304\"}") }.values.reduce(0, +),
            waiting: waiting,
            connections: connections,
            revision: revision
        )
    }
}
