import NearestName

/// Why an operation was not carried out. Nothing was changed.
package enum DeskError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A name that does not exist, with the nearest one that does.
    case unknown(what: String, name: String, nearest: String?)
    /// The operation makes no sense as things stand; what stands in the way and what to do.
    case refused(String)
    /// The operation would take something away from installations that have it; what, and which option allows it.
    case wouldRemove([String])

    static func unknown(_ what: String, _ name: String, among known: [String]) -> DeskError {
        .unknown(what: what, name: name, nearest: nearestName(to: name, among: known))
    }

    package var description: String {
        switch self {
        case .unknown(let what, let name, let nearest):
            "there is no \(what) \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .refused(let message): message
        case .wouldRemove(let effects):
            "this would take a rollout's value away from installations that have it:\n"
                + effects.map { "  \($0)\n" }.joined() + "add --allow-removal if that is meant"
        }
    }
}
