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
