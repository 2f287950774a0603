package import Rollout
package import StrictJSON

/// A kill with who, when, why and from where, which stays on the server.
package struct KillRecord: Equatable, Sendable {
    /// Where a kill comes from: a command, the check of dates, or the guard that watches measurements.
    package enum Origin: String, CaseIterable, Sendable {
        case person, dateCheck, `guard`
    }

    package let target: Kill.Target
    package let scope: Kill.Scope
    package let reason: String
    package let actor: String
    package let since: Instant
    package let origin: Origin

    /// - Parameters:
    ///   - target: Its families, and the locales of the scope, in any order; those that stand twice are taken once.
    ///   - reason: May be empty.
    package init(
        target: Kill.Target,
        scope: Kill.Scope,
        reason: String,
        actor: String,
        since: Instant,
        origin: Origin
    ) {
        self.target = target.inOneForm
        self.scope = scope.inOneForm
        self.reason = reason
        self.actor = actor
        self.since = since
        self.origin = origin
    }

    /// The name of its document: what is silenced for whom.
    package var name: String { JSON.object(Kill.json(target: target, scope: scope)).text }

    /// Whether it silences that target, no more and no less.
    package func isOf(_ target: Kill.Target) -> Bool { self.target == target.inOneForm }

    /// Whether it holds for that scope, no more and no less.
    package func holds(for scope: Kill.Scope) -> Bool { self.scope == scope.inOneForm }

    /// Reads what ``json`` gives: a kill without its revision, and `{"reason", "actor", "since", "origin"}`.
    package init?(_ field: JSONField) {
        let keys = ["reason", "actor", "since", "origin"]
        guard let kill = Kill(field, extraKeys: keys, storedRevision: 0),
            let object = field.object(Kill.keys + keys)
        else { return nil }
        let reason = object.required("reason")?.string()
        let actor = object.required("actor")?.string()
        let since = object.required("since")?.parsed(Instant.init(parsing:))
        let origin: Origin? = object.required("origin")?.named("origin")
        guard let reason, let actor, let since, let origin else { return nil }
        self.init(
            target: kill.target,
            scope: kill.scope,
            reason: reason,
            actor: actor,
            since: since,
            origin: origin
        )
    }

    package var json: JSON {
        let details: [String: JSON] = [
            "reason": .string(reason), "actor": .string(actor), "since": .string("\(since)"),
            "origin": .string(origin.rawValue),
        ]
        return .object(Kill.json(target: target, scope: scope).merging(details) { _, detail in detail })
    }
}

extension Kill.Target {
    /// Sorted and each once.
    fileprivate var inOneForm: Kill.Target {
        guard case .families(let kind, let families) = self else { return self }
        return .families(kind, Set(families).sorted { $0.rawValue < $1.rawValue })
    }
}

extension Kill.Scope {
    /// Sorted and each once.
    fileprivate var inOneForm: Kill.Scope {
        var scope = self
        scope.locales = locales.map { Set($0).sorted { $0.description < $1.description } }
        return scope
    }
}
