/// The candidate that a mistyped name most likely meant.
///
/// Distance is counted in edits of one character: insertion, deletion, substitution, and the swap of two
/// neighbours (optimal string alignment). Letter case and the choice between `-`, `_` and space cost nothing,
/// since those are the slips that people make.
///
/// - Parameters:
///   - name: What was written; may be empty.
///   - candidates: The names that would have been right, in order of preference: of several at the same
///     distance the first is returned.
/// - Returns: nil when no candidate is close: more than a third of the longer name would have to change.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
    let written = folded(name)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let wanted = folded(candidate)
        let allowed = max(1, max(written.count, wanted.count) / 3)
        guard abs(written.count - wanted.count) <= allowed else { continue }
        let distance = editDistance(written, wanted)
        if distance <= allowed, distance < best?.distance ?? .max {
            best = (candidate, distance)
        }
    }
    return best?.candidate
}

/// The end of a message about a name that does not exist: `; did you mean "widget_enabled"?`.
///
/// - Returns: An empty text when no candidate is close.
package func suggestion(for name: String, among candidates: some Sequence<String>) -> String {
    nearestName(to: name, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
}

/// Lower case, with every separator the same.
private func folded(_ name: String) -> [Character] {
    name.lowercased().map { $0 == "_" || $0 == " " ? "-" : $0 }
}

/// Optimal string alignment distance, in two rows and the one before them.
private func editDistance(_ a: [Character], _ b: [Character]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in b.indices {
            var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                cost = min(cost, beforeLast[j - 1] + 1)
            }
            row.append(cost)
        }
        (beforeLast, last) = (last, row)
    }
    return last[b.count]
}
