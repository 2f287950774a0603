extension Findings {
    /// All that is wrong in one line, "path: message; path: message", and no more of it than anyone reads: who sent the
    /// document may have meant the answer to be long.
    package var summary: String {
        var faults = all.prefix(Self.told).map { finding in
            let path = "\(finding.path)"
            return Self.clipped((finding.path == .root || path.isEmpty ? "" : "\(path): ") + finding.message)
        }
        if all.count > Self.told { faults.append("and \(all.count - Self.told) more faults") }
        return faults.joined(separator: "; ")
    }

    private static var told: Int { 20 }

    private static func clipped(_ text: String) -> String {
        let limit = 300
        // By bytes first: to count the characters of a long text takes long.
        guard text.utf8.count > limit,
            let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex)
        else { return text }
        return text[..<end] + "…"
    }
}
