/// Which flags wait for which.
struct PrerequisiteGraph {
    private let wanted: [FlagKey: [FlagKey]]

    /// - Parameter wanted: For each flag the ones it waits for.
    init(_ wanted: [(FlagKey, [FlagKey])]) {
        self.wanted = Dictionary(wanted) { first, _ in first }
    }

    /// - Throws: ``InvalidValue`` that names the cycle, or the flag with too many prerequisites, or the flags that
    ///   wait too long in a row.
    func check() throws(InvalidValue) {
        for flag in wanted.keys.sorted() {
            if let fault = fault(on: [flag]) { throw InvalidValue(fault) }
        }
    }

    /// What is wrong with the prerequisites of the last flag of a path and of those behind it; nil when nothing is.
    ///
    /// Depth first; a path is cut at the limit, so the work is bounded by limit to the power of limit.
    private func fault(on path: [FlagKey]) -> String? {
        guard let last = path.last, let next = wanted[last] else { return nil }
        let limit = Flag.prerequisiteLimit
        if next.count > limit {
            return "\(last) has \(next.count) prerequisites; at most \(limit) are allowed"
        }
        for flag in next {
            let longer = path + [flag]
            if let start = path.firstIndex(of: flag) {
                return "a cycle of prerequisites: \(longer[start...].map(\.text).joined(separator: " → "))"
            }
            if path.count > limit {
                return
                    "more than \(limit) prerequisites in a row: \(longer.map(\.text).joined(separator: " → "))"
            }
            if let fault = fault(on: longer) { return fault }
        }
        return nil
    }
}
