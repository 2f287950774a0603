import NearestName

/// Why a token was not accepted.
///
/// Nothing in it comes from the secret.
package enum TokenRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is no token, or not all of one; what is wrong.
    case malformed(String)
    /// The store has no such token: its ID, or its secret, is another.
    case unknown
    /// It was taken back.
    case revoked
    /// Its time is over.
    case expired

    package var description: String {
        switch self {
        case .malformed(let what): "this is not a whole token: \(what)"
        case .unknown: "there is no such token"
        case .revoked: "the token was revoked"
        case .expired: "the token has expired"
        }
    }
}

/// Why tokens could not be made, listed or revoked.
package enum TokenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was asked for makes no sense; what, and what to do.
    case invalid(String)
    /// An app that the store does not have.
    case unknownApp(String, known: [String])
    /// There is no token of that ID; those that there are.
    case unknownToken(String, known: [String])
    /// The row of that ID cannot be read.
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
            "the token \(id) is not what this version knows: use the version that made it, or revoke it there"
        }
    }
}
