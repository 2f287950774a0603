/// Which lines there are when there is not room for all.
struct WatchLayout {
    struct Section {
        let title: String
        /// What stands there instead when there is room for a line and no more.
        let alone: String
        /// The header and the rows, in as many lines as they take; empty where the title says it all.
        let whole: [String]
        /// The header and the rows in a line each.
        let brief: [String]
    }

    /// What matters most first.
    let sections: [Section]

    /// - Parameter limit: nil: all.
    func lines(atMost limit: Int?) -> [String] {
        let spaced = sections.flatMap { ["", $0.title] + $0.whole }
        guard let limit, spaced.count > limit else { return spaced }
        var lines: [String] = []
        for (place, section) in sections.enumerated() {
            // Of each that follows at least a line is shown, so that nobody misses that there is more.
            let room = limit - lines.count - (sections.count - place - 1)
            lines += section.lines(atMost: max(1, room))
        }
        return Array(lines.prefix(max(0, limit)))
    }
}

extension WatchLayout.Section {
    /// The title, and as many rows as fit in a line each, with the count of the others.
    ///
    /// A line of each says more than all of the first.
    fileprivate func lines(atMost limit: Int) -> [String] {
        if whole.count < limit { return [title] + whole }
        if brief.count < limit { return [title] + brief }
        let room = limit - 2
        // Neither a header without rows nor a count alone says more than the title.
        guard room >= 2 else { return [alone] }
        let rest = "  and \(brief.count - room) more"
        return [title] + brief.prefix(room) + [rest]
    }
}
