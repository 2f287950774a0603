/// One thing that the admin API has, by its path.
///
/// The whole table is ``AdminRoute/allCases``: what the server answers, what its description says, and what clients ask
/// for are all made of it.
package enum AdminRoute: String, CaseIterable, Sendable {
    case description = "openapi"
    case holder
    case revision
    case apps
    case documents
    case changes
    case liveState
    case traffic
    case operations
    case tokens
    case token

    /// A request method.
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    /// The path; `{id}` stands for the ID of a token.
    package var pattern: String {
        switch self {
        case .description: "/admin/v1/openapi.json"
        case .holder: "/admin/v1/self"
        case .revision: "/admin/v1/revision"
        case .apps: "/admin/v1/apps"
        case .documents: "/admin/v1/documents"
        case .changes: "/admin/v1/changes"
        case .liveState: "/admin/v1/live-state"
        case .traffic: "/admin/v1/traffic"
        case .operations: "/admin/v1/operations"
        case .tokens: "/admin/v1/tokens"
        case .token: "/admin/v1/tokens/{id}"
        }
    }

    /// What may be done there.
    package var methods: [Method] {
        switch self {
        case .description, .holder, .revision, .apps, .documents, .changes, .liveState, .traffic: [.get]
        case .operations: [.post]
        case .tokens: [.get, .post]
        case .token: [.delete]
        }
    }

    /// The path, with an ID in its place.
    ///
    /// - Parameter id: Letters and digits.
    package func path(id: String = "") -> String { pattern.replacing("{id}", with: id) }

    /// The route of a path as it was sent, and the ID in it; nil when there is none.
    package static func match(_ path: String) -> (route: AdminRoute, id: String)? {
        let pieces = path.split(separator: "/", omittingEmptySubsequences: false)
        for route in allCases {
            let wanted = route.pattern.split(separator: "/", omittingEmptySubsequences: false)
            guard wanted.count == pieces.count else { continue }
            var id = ""
            let isMatch = zip(wanted, pieces).allSatisfy { wanted, piece in
                guard wanted == "{id}" else { return wanted.utf8.elementsEqual(piece.utf8) }
                id = String(piece)
                return !piece.isEmpty
            }
            if isMatch { return (route, id) }
        }
        return nil
    }
}
