package import Definitions

/// Who a request comes from, once its token has been found good.
package struct TokenHolder: Equatable, Sendable {
    /// The token's.
    package let id: String
    /// As the log names its actor.
    package let name: String
    package let role: Role
    /// The only apps that it is for; nil: all.
    package let apps: Set<String>?

    package init(id: String, name: String, role: Role, apps: Set<String>?) {
        self.id = id
        self.name = name
        self.role = role
        self.apps = apps
    }

    /// Whether it is for an app.
    package func isFor(_ app: String) -> Bool { apps?.contains(app) ?? true }
}
