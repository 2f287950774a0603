import Rollout
package import StrictJSON

extension DeskError {
    /// Which case it is, as JSON names it.
    private enum Name: String, CaseIterable {
        case unknown, invalid, refused, wouldRemove, wouldLift

        var keys: [String] {
            switch self {
            case .unknown: ["what", "name", "place", "known"]
            case .invalid, .refused: ["message"]
            case .wouldRemove: ["removals"]
            case .wouldLift: ["lifts", "removals"]
            }
        }
    }

    /// With all that it takes to say the same words elsewhere: `{"error": "unknown", "what", "name", "place"?,
    /// "known"}`, `{"error": "invalid" | "refused", "message"}`, `{"error": "wouldRemove", "removals"}`, or
    /// `{"error": "wouldLift", "lifts", "removals"}`.
    package var json: JSON {
        switch self {
        case .unknown(let what, let name, let place, let known):
            var object: [String: JSON] = [
                "error": .string(Name.unknown.rawValue), "what": .string(what), "name": .string(name),
                "known": .strings(known),
            ]
            object["place"] = place.map(JSON.string)
            return .object(object)
        case .invalid(let message):
            return ["error": .string(Name.invalid.rawValue), "message": .string(message)]
        case .refused(let message):
            return ["error": .string(Name.refused.rawValue), "message": .string(message)]
        case .wouldRemove(let removals):
            return ["error": .string(Name.wouldRemove.rawValue), "removals": .strings(removals)]
        case .wouldLift(let lifts, let removals):
            return [
                "error": .string(Name.wouldLift.rawValue), "lifts": .strings(lifts),
                "removals": .strings(removals),
            ]
        }
    }

    /// Reads what ``json`` gives.
    package init?(_ field: JSONField) {
        guard let object = field.object(["error"] + Name.allCases.flatMap(\.keys)),
            let name: Name = object.required("error")?.named("error"),
            let own = field.object(["error"] + name.keys)
        else { return nil }
        func text(_ key: String) -> String? { own.required(key)?.string() }
        func lines(_ key: String) -> [String]? { own.required(key)?.list { $0.string() } }
        switch name {
        case .unknown:
            let place = own.value("place", or: nil) { $0.string().map(Optional.some) }
            guard let what = text("what"), let name = text("name"), let place, let known = lines("known")
            else { return nil }
            self = .unknown(what: what, name: name, place: place, known: known)
        case .invalid:
            guard let message = text("message") else { return nil }
            self = .invalid(message)
        case .refused:
            guard let message = text("message") else { return nil }
            self = .refused(message)
        case .wouldRemove:
            guard let removals = lines("removals") else { return nil }
            self = .wouldRemove(removals)
        case .wouldLift:
            guard let lifts = lines("lifts"), let removals = lines("removals") else { return nil }
            self = .wouldLift(lifts, removals: removals)
        }
    }
}
