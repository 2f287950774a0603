package import AccessTokens
import Definitions
import Rollout
package import StrictJSON

extension TokenDesk.Order {
    /// `{"name", "role", "apps": null | [NAME], "expires": null | TIME}`.
    package var json: JSON {
        [
            "name": .string(name), "role": .string(role.rawValue),
            "apps": apps.isEmpty ? .null : .array(apps.map(JSON.string)),
            "expires": expires.map { .string("\($0)") } ?? .null,
        ]
    }

    /// Apps and expiry may be left out.
    package init?(_ field: JSONField) {
        guard let object = field.object(["name", "role", "apps", "expires"]),
            let name = object.required("name")?.string(),
            let role = object.required("role")?.oneOf(Role.allCases.map { ($0.rawValue, $0) }, what: "role")
        else { return nil }
        self.init(name: name, role: role)
        if let field = object.optional("apps"), field.value != .null {
            guard let apps = field.list({ $0.string() }) else { return nil }
            // No apps at all must not come out as all of them.
            guard !apps.isEmpty else {
                field.report("must not be empty: null is all apps")
                return nil
            }
            self.apps = apps
        }
        if let field = object.optional("expires"), field.value != .null {
            guard let expires = field.parsed(Instant.init(parsing:)) else { return nil }
            self.expires = expires
        }
    }
}

extension TokenHolder {
    /// `{"id", "name", "role", "apps": null | [NAME]}`.
    package var json: JSON {
        [
            "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
            "apps": apps.map { .array($0.sorted().map(JSON.string)) } ?? .null,
        ]
    }

    package init?(_ field: JSONField) {
        guard let object = field.object(["id", "name", "role", "apps"]),
            let id = object.required("id")?.string(), let name = object.required("name")?.string(),
            let role = object.required("role")?.oneOf(Role.allCases.map { ($0.rawValue, $0) }, what: "role"),
            let apps = object.required("apps")
        else { return nil }
        self.init(
            id: id,
            name: name,
            role: role,
            apps: apps.value == .null ? nil : Set(apps.list { $0.string() } ?? [])
        )
    }
}
