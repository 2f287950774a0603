/// A bundle as one would write it for JSONDecoder, without any check.
struct Bundle: Decodable {
    let format: Int
    let app: String
    let revision: Int64
    let flags: [String: Flag]
    let widgets: [String: Widget]
    let kills: [Kill]

    struct Flag: Decodable {
        let type: String
        let `default`: Value
        let status: String?
        let applies: String?
        let rules: [Rule]?
        let rollout: Rollout?
    }

    struct Rule: Decodable {
        let name: String
        let when: Condition?
        let value: Value
    }

    struct Condition: Decodable {
        let locale: [String]?
        let region: [String]?
        let appVersion: String?
        let build: String?
        let osVersion: String?
        let device: [String]?
        let family: [String]?
        let distribution: [String]?
        let installation: [String]?
    }

    struct Rollout: Decodable {
        let value: Value
        let salt: String
        let stages: [Stage]
    }

    struct Stage: Decodable {
        let from: String
        let percent: Double
    }

    struct Widget: Decodable {
        let families: [String]
        let flags: [String]?
        let timeline: Timeline
        let whenDisabled: String
    }

    struct Timeline: Decodable {
        let pattern: String
        let entries: Int
        let entrySpacingMinutes: Int?
        let nextTimelineAfterMinutes: Int?
        let reloadsOn: [String]?
    }

    struct Kill: Decodable {
        let target: String
        let widget: String?
        let families: [String]?
        let flag: String?
        let locales: [String]?
        let appVersions: String?
        let osVersions: String?
        let revision: Int64
    }

    /// As far as the benchmark's flags need it.
    enum Value: Decodable {
        case boolean(Bool)
        case number(Double)
        case string(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}
