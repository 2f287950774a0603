import NearestName

/// Why an operation was not carried out.
///
/// Nothing was changed.
package enum DeskError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A name that does not exist: of what kind, where it was looked for (nil: in the store as a whole), and the
    /// names that do exist there.
    case unknown(what: String, name: String, place: String?, known: [String])
    /// What was asked for cannot be read, whatever the state: a value of the wrong type, a text that is too long.
    case invalid(String)
    /// The operation makes no sense as things stand; what stands in the way and what to do.
    case refused(String)
    /// The operation would take something away from installations that have it; what.
    case wouldRemove([String])
    /// The operation would lift kills; which, and what it would take away without leave besides.
    case wouldLift([String], removals: [String])

    package var description: String {
        switch self {
        case .unknown(let what, let name, let place, let known):
            (place.map { "\($0) has no \(what)" } ?? "there is no \(what)") + " \"\(name)\""
                + Self.hint(name, known)
        case .invalid(let message), .refused(let message): message
        case .wouldRemove(let effects):
            "this would take away what installations have:\n" + Self.list(effects)
                + "add --allow-removal if that is meant"
        case .wouldLift(let kills, let removals):
            "this would lift kills:\n" + Self.list(kills) + "add --lift-kills if that is meant"
                + (removals.isEmpty ? "" : "\n\(DeskError.wouldRemove(removals))")
        }
    }

    /// What sort of refusal it is, which decides exit codes and the status of an answer.
    package enum Sort: String, CaseIterable, Sendable {
        /// What was asked for makes no sense whatever the state.
        case badInput
        /// It names something that does not exist.
        case notFound
        /// It cannot be had as things stand.
        case refused
        /// It can be had with leave to take away what installations have, or to lift kills.
        case needsLeave
    }

    package var sort: Sort {
        switch self {
        case .unknown: .notFound
        case .invalid: .badInput
        case .refused: .refused
        case .wouldRemove, .wouldLift: .needsLeave
        }
    }

    private static func list(_ lines: [String]) -> String { lines.map { "  \($0)\n" }.joined() }

    /// The nearest name, or all of them while they fit a line.
    private static func hint(_ name: String, _ known: [String]) -> String {
        let nearest = suggestion(for: name, among: known)
        guard nearest.isEmpty else { return nearest }
        let list = known.joined(separator: ", ")
        return known.isEmpty || list.utf8.count > 200 ? "" : "; there is \(list)"
    }
}
