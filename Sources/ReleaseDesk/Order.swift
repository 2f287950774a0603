package import StrictJSON

extension ReleaseDesk {
    /// How a command wants its change made.
    package struct Order: Equatable, Sendable {
        /// Why, for the log; may be empty.
        package var reason: String
        /// Say what would happen, and change nothing; what needs leave is told, not thrown.
        package var isDryRun: Bool
        /// Go ahead even if installations lose what they have by it.
        package var allowsRemoval: Bool
        /// Go ahead even if kills are lifted by it; what is there to lift them needs no such leave.
        package var liftsKills: Bool

        package init(
            reason: String = "",
            isDryRun: Bool = false,
            allowsRemoval: Bool = false,
            liftsKills: Bool = false
        ) {
            self.reason = reason
            self.isDryRun = isDryRun
            self.allowsRemoval = allowsRemoval
            self.liftsKills = liftsKills
        }
    }
}

extension ReleaseDesk.Order {
    /// Reads `{"reason"?, "dryRun"?, "allowRemoval"?, "liftKills"?}`: empty and false where they are missing.
    package init?(_ field: JSONField) {
        guard let object = field.object(["reason", "dryRun", "allowRemoval", "liftKills"]) else { return nil }
        let reason = object.value("reason", or: "") { $0.string() }
        let isDryRun = object.value("dryRun", or: false) { $0.bool() }
        let allowsRemoval = object.value("allowRemoval", or: false) { $0.bool() }
        let liftsKills = object.value("liftKills", or: false) { $0.bool() }
        guard let reason, let isDryRun, let allowsRemoval, let liftsKills else { return nil }
        self.init(
            reason: reason,
            isDryRun: isDryRun,
            allowsRemoval: allowsRemoval,
            liftsKills: liftsKills
        )
    }

    /// Without what is as in an order that says nothing.
    package var json: JSON {
        var object: [String: JSON] = [:]
        if !reason.isEmpty { object["reason"] = .string(reason) }
        if isDryRun { object["dryRun"] = true }
        if allowsRemoval { object["allowRemoval"] = true }
        if liftsKills { object["liftKills"] = true }
        return .object(object)
    }
}
