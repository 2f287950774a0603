package import StrictJSON

/// The apps of a state, each with its revision.
package struct AppRevisions: Equatable, Sendable {
    /// That of the state.
    package let revision: Int64
    package let apps: [String: Int64]

    package init(revision: Int64, apps: [String: Int64]) {
        self.revision = revision
        self.apps = apps
    }

    /// `{"revision", "apps": {NAME: REVISION}}`.
    package var json: JSON {
        ["revision": .integer(revision), "apps": .object(apps.mapValues(JSON.integer))]
    }

    package init?(_ field: JSONField) {
        guard let object = field.object(["revision", "apps"]),
            let revision = object.required("revision")?.integer(in: 0...Int64.max),
            let members = object.required("apps")?.members()
        else { return nil }
        var apps: [String: Int64] = [:]
        for (name, field) in members {
            guard let revision = field.integer(in: 0...Int64.max) else { return nil }
            apps[name] = revision
        }
        self.init(revision: revision, apps: apps)
    }
}
