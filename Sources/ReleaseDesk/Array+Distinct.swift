extension Array where Element: Hashable {
    /// Each once, in the order of their first.
    var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
