import AdminProtocol
import Definitions
import LiveState
import ReleaseDesk
import Rollout
import StrictJSON

extension WatchFrame {
    /// The same for programs, whole.
    var json: JSON {
        let states = sight.live.states
        return [
            "time": .string("\(now)"), "place": .string(place), "revision": .integer(sight.live.revision),
            "seen": .string("\(sight.seen)"), "fault": sight.fault.map(JSON.string) ?? .null,
            "kills": .array(states.flatMap(\.killSummaries)),
            "rollouts": .array(
                states.flatMap { state in
                    state.rollouts.sorted { $0.key < $1.key }.map {
                        $0.value.summary(app: state.profile.id, flag: $0.key, at: now)
                    }
                }
            ),
            "requests": .array(sight.live.requests.map(\.json)),
            "scheduled": .array(sight.live.scheduled.map(\.json)),
            "servedRevision": sight.servedRevision.map(JSON.integer) ?? .null, "traffic": sight.load.json,
        ]
    }
}

extension AppState {
    /// Its kills, each with the name of the app.
    fileprivate var killSummaries: [JSON] {
        kills.map { kill in
            guard case .object(var object) = kill.summary else { return kill.summary }
            object["app"] = .string(profile.id.text)
            return .object(object)
        }
    }
}

extension Sight.Load {
    /// The counts and rates, or `{"fault"}`.
    fileprivate var json: JSON {
        switch self {
        case .unknown(let reason): return ["fault": .string(reason)]
        case .known(let traffic, let rate):
            guard case .object(var object) = traffic.json else { return traffic.json }
            object["pollsPerSecond"] = rate.map { .number($0.perSecond) } ?? .null
            object["notModifiedShare"] = rate?.notModifiedShare.map(JSON.number) ?? .null
            return .object(object)
        }
    }
}
