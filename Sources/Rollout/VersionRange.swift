/// A stretch of versions: `>=2.4`, `>=2.4 <2.6`, `<3`, or one version alone, `2.4.1`.
///
/// Written as one comparison, or two that bound both ends, joined by a space. Pre-releases take part in the plain
/// order: `<2.6` holds `2.6-beta`, and `<2.6-0` does not.
public struct VersionRange: Hashable, Sendable, CustomStringConvertible {
    private struct Bound: Hashable, Sendable {
        let version: Version
        let isIncluded: Bool
    }

    /// nil: no lower end.
    private let lower: Bound?
    /// nil: no upper end.
    private let upper: Bound?

    /// - Throws: ``InvalidValue`` for a comparison that cannot be read, more than one bound for an end, and a range
    ///   that holds no version.
    public init(parsing text: String) throws(InvalidValue) {
        var lower: Bound?
        var upper: Bound?
        let parts = text.split(separator: " ")
        guard !parts.isEmpty else { throw Self.malformed(text) }
        for part in parts {
            let operation = part.prefix { "<>=".contains($0) }
            guard operation.endIndex < part.endIndex else { throw Self.malformed(text) }
            let version = try Version(authored: String(part[operation.endIndex...]))
            let bounds: (lower: Bound?, upper: Bound?)
            switch operation {
            case ">=": bounds = (Bound(version: version, isIncluded: true), nil)
            case ">": bounds = (Bound(version: version, isIncluded: false), nil)
            case "<=": bounds = (nil, Bound(version: version, isIncluded: true))
            case "<": bounds = (nil, Bound(version: version, isIncluded: false))
            case "", "=", "==":
                let exact = Bound(version: version, isIncluded: true)
                bounds = (exact, exact)
            default: throw Self.malformed(text)
            }
            guard bounds.lower == nil || lower == nil, bounds.upper == nil || upper == nil else {
                throw InvalidValue("\"\(text)\" bounds the same end twice")
            }
            lower = bounds.lower ?? lower
            upper = bounds.upper ?? upper
        }
        self.lower = lower
        self.upper = upper
        if let lower, let upper {
            let isEmpty =
                lower.version > upper.version
                || (lower.version == upper.version && !(lower.isIncluded && upper.isIncluded))
            if isEmpty { throw InvalidValue("\"\(text)\" holds no version at all") }
        }
    }

    private static func malformed(_ text: String) -> InvalidValue {
        InvalidValue(
            "\"\(text)\" is not a range of versions; write it like \">=2.4 <2.6\", \"<3\" or \"2.4.1\""
        )
    }

    /// Whether a version is in the range.
    public func contains(_ version: Version) -> Bool {
        if let lower, version < lower.version || (version == lower.version && !lower.isIncluded) {
            return false
        }
        if let upper, version > upper.version || (version == upper.version && !upper.isIncluded) {
            return false
        }
        return true
    }

    /// Whether every version of `other` is in this range.
    package func contains(_ other: VersionRange) -> Bool {
        let lowerHolds = lower.map { mine in
            other.lower.map { theirs in
                theirs.version > mine.version
                    || (theirs.version == mine.version && (mine.isIncluded || !theirs.isIncluded))
            } ?? false
        }
        let upperHolds = upper.map { mine in
            other.upper.map { theirs in
                theirs.version < mine.version
                    || (theirs.version == mine.version && (mine.isIncluded || !theirs.isIncluded))
            } ?? false
        }
        return lowerHolds ?? true && upperHolds ?? true
    }

    /// In one form, however it was written: equal ranges of equal spelling of versions give equal text.
    public var description: String {
        if let lower, lower == upper { return lower.version.description }
        return [
            lower.map { "\($0.isIncluded ? ">=" : ">")\($0.version)" },
            upper.map { "\($0.isIncluded ? "<=" : "<")\($0.version)" },
        ].compactMap(\.self).joined(separator: " ")
    }
}
