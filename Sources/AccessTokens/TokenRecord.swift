package import Definitions
package import Rollout
import RolloutStore
package import StrictJSON

/// A token as it may be shown to anyone: all but its secret.
package struct TokenRecord: Equatable, Sendable {
    package let id: String
    /// Whose it is, as the log names its actor.
    package let name: String
    /// What it is for, as the store has it: a ``Role``, or what a newer program calls one, with which it is of no use here.
    package let roleName: String
    /// The only apps that it is for, sorted; nil: all; empty: none, and it is of no use.
    package let apps: [String]?
    package let created: Instant
    package let createdBy: String
    /// From when on it is of no use; nil: never.
    package let expires: Instant?
    /// When it was taken back; nil: it was not.
    package let revoked: Instant?
    package let revokedBy: String?
    /// To a minute; nil: never.
    package let lastUsed: Instant?

    package enum State: String, Sendable {
        case active, expired, revoked
    }

    /// nil: this version knows no such role.
    package var role: Role? { Role(rawValue: roleName) }

    package func state(at now: Instant) -> State {
        if revoked != nil { return .revoked }
        return expires.map { $0 <= now } ?? false ? .expired : .active
    }

    package func json(at now: Instant) -> JSON {
        func text(_ moment: Instant?) -> JSON { moment.map { .string("\($0)") } ?? .null }
        return [
            "id": .string(id), "name": .string(name), "role": .string(roleName),
            "apps": apps.map { .array($0.map(JSON.string)) } ?? .null, "created": text(created),
            "createdBy": .string(createdBy), "expires": text(expires), "revoked": text(revoked),
            "revokedBy": revokedBy.map(JSON.string) ?? .null, "lastUsed": text(lastUsed),
            "state": .string(state(at: now).rawValue),
        ]
    }
}

extension TokenRecord {
    /// Takes over also what this version cannot make sense of, so that it can be listed and revoked.
    init(_ stored: StoredToken) {
        self.init(
            id: stored.id,
            name: stored.name,
            roleName: stored.role,
            apps: stored.apps.map { $0.split(separator: ",").map(String.init) },
            created: Instant(millisecondsSince1970: stored.created),
            createdBy: stored.createdBy,
            expires: stored.expires.map(Instant.init(millisecondsSince1970:)),
            revoked: (stored.revocation?.time).map(Instant.init(millisecondsSince1970:)),
            revokedBy: stored.revocation?.actor,
            lastUsed: stored.lastUsed.map(Instant.init(millisecondsSince1970:))
        )
    }

    /// The apps as the store keeps them: separated by commas, which no name has.
    static func text(of apps: [String]?) -> String? { apps?.joined(separator: ",") }
}

extension TokenRecord {
    /// Reads what ``json(at:)`` writes; nil, and findings, for anything else.
    package init?(_ field: JSONField) {
        let keys = [
            "id", "name", "role", "apps", "created", "createdBy", "expires", "revoked", "revokedBy",
            "lastUsed", "state",
        ]
        func moment(_ member: JSONField?) -> Instant? {
            guard let member, member.value != .null else { return nil }
            return member.parsed(Instant.init(parsing:))
        }
        guard let object = field.object(keys), let id = object.required("id")?.string(),
            let name = object.required("name")?.string(),
            let roleName = object.required("role")?.string(),
            let created = moment(object.required("created")),
            let createdBy = object.required("createdBy")?.string()
        else { return nil }
        self.init(
            id: id,
            name: name,
            roleName: roleName,
            apps: object.optional("apps").flatMap { $0.value == .null ? nil : $0.list { $0.string() } },
            created: created,
            createdBy: createdBy,
            expires: moment(object.optional("expires")),
            revoked: moment(object.optional("revoked")),
            revokedBy: object.optional("revokedBy")?.value.string,
            lastUsed: moment(object.optional("lastUsed"))
        )
    }
}
