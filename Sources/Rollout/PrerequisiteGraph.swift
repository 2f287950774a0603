/// Which flags wait for which, each known by its place in the order of their keys.
struct PrerequisiteGraph {
    let names: [String]
    /// For each flag the ones it waits for.
    let wanted: [[Int]]

    /// - Throws: ``InvalidValue`` that names the cycle, or the flag with too many prerequisites, or the flags that
    ///   wait too long in a row.
    func check() throws(InvalidValue) {
        for flag in names.indices {
            if let fault = fault(on: [flag]) { throw InvalidValue(fault) }
        }
    }

    /// What is wrong with the prerequisites of the last flag of a path and of those behind it; nil when nothing is.
    ///
    /// Depth first; a path is cut at the limit, so the work is bounded by limit to the power of limit.
    private func fault(on path: [Int]) -> String? {
        guard let last = path.last, !wanted[last].isEmpty else { return nil }
        let next = wanted[last]
        let limit = Flag.prerequisiteLimit
        if next.count > limit {
            return "\(names[last]) has \(next.count) prerequisites; at most \(limit) are allowed"
        }
        for flag in next {
            let longer = path + [flag]
            if let start = path.firstIndex(of: flag) {
                return "a cycle of prerequisites: \(row(longer[start...]))"
            }
            if path.count > limit {
                return "more than \(limit) prerequisites in a row: \(row(longer[...]))"
            }
            if let fault = fault(on: longer) { return fault }
        }
        return nil
    }

    private func row(_ path: ArraySlice<Int>) -> String { path.map { names[$0] }.joined(separator: " → ") }
}
