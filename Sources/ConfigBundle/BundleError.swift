import Rollout

/// Why bytes are not a bundle that can be used.
public enum BundleError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not JSON; where and why.
    case notJSON(String)
    /// A format that this version does not know; it has to be updated.
    case unknownFormat(Int64)
    /// JSON of the right format, but not what it should hold; each with its path.
    case malformed([String])

    /// What is wrong, in one line.
    public var description: String {
        switch self {
        case .notJSON(let reason): "the bundle is not JSON: \(reason)"
        case .unknownFormat(let format):
            "the bundle has format \(format), and this version reads format \(AppConfiguration.bundleFormat)"
        case .malformed(let faults): "the bundle is malformed: \(faults.joined(separator: "; "))"
        }
    }
}
