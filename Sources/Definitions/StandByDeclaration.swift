import Rollout
import StrictJSON

/// What a widget does in StandBy and on an always-on Lock Screen.
package struct StandByDeclaration: Equatable, Sendable {
    /// Whether it may stand in StandBy, as every widget with the family systemSmall may that does not opt out.
    package let isShown: Bool
    /// The IDs of the dates and images that it leaves out while luminance is reduced.
    package let drops: [String]

    package init(isShown: Bool = true, drops: [String] = []) {
        self.isShown = isShown
        self.drops = drops
    }
}

extension StandByDeclaration {
    package static let keys = ["shown", "drops"]

    /// - Parameter ids: Those of the widget's dates and images; nil when they could not be read.
    init?(_ field: JSONField, ids: [String]?) {
        guard let object = field.object(Self.keys) else { return nil }
        let isShown = object.value("shown", or: true) { $0.bool() }
        let drops = object.value("drops", or: []) { field in
            field.distinctList { field -> String? in
                guard let id = field.text(limit: 64) else { return nil }
                guard ids?.contains(id) ?? true else {
                    return field.refused("the widget has no date or image \"\(id)\"")
                }
                return id
            }
        }
        guard let isShown, let drops else { return nil }
        self.init(isShown: isShown, drops: drops)
    }

    var json: JSON {
        var object: [String: JSON] = [:]
        if !isShown { object["shown"] = false }
        if !drops.isEmpty { object["drops"] = .strings(drops) }
        return .object(object)
    }
}
