import NearestName

/// Why tokens could not be made, listed or revoked.
package enum TokenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was asked for makes no sense; what, and what to do.
    case invalid(String)
    /// An app that the store does not have.
    case unknownApp(String, known: [String])
    /// There is no token of that ID; those that there are.
    case unknownToken(String, known: [String])
    /// The token of that ID is good for something that this version does not know.
    case unreadable(String)

    package var description: String {
        switch self {
        case .invalid(let what): what
        case .unknownApp(let name, let known):
            "there is no app \"\(name)\"\(suggestion(for: name, among: known))"
        case .unknownToken(let id, let known):
            known.isEmpty
                ? "there is no token \"\(id)\", nor any other"
                : "there is no token \"\(id)\"\(suggestion(for: id, among: known)); `widgetctl token list` lists them"
        case .unreadable(let id):
            "the token \(id) is for what this version does not know, its role or its apps: update this program, or revoke "
                + "it with `widgetctl token revoke \(id)`"
        }
    }
}
