package import Definitions

/// Who is at the desk.
package struct Person: Equatable, Sendable {
    /// As the log has it.
    package let name: String
    /// The apps for which each role is held.
    private let roles: [Role: AppSelection]?

    /// Someone whose name and roles have been proved, such as by a token.
    ///
    /// - Parameter roles: For which apps each role is held; those that are missing are not held.
    package init(_ name: String, roles: [Role: AppSelection]) {
        self.name = name
        self.roles = roles
    }

    /// Someone who can write to the store itself, and so has every role.
    ///
    /// The name is a courtesy: nothing proves it.
    package static func local(_ name: String) -> Person { Person(name) }

    private init(_ name: String) {
        self.name = name
        roles = nil
    }

    /// Whether a role is held for an app.
    package func has(_ role: Role, in app: String) -> Bool {
        guard let roles else { return true }
        return switch roles[role] {
        case nil: false
        case .all: true
        case .named(let apps): apps.contains(app)
        }
    }
}
