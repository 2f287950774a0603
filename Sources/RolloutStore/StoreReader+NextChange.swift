extension StoreReader {
    /// The change that would come next in the log, if it sets one document.
    ///
    /// - Parameters:
    ///   - text: nil: the document is gone by it.
    ///   - floor: What its revision must be above, whatever the log has.
    /// - Returns: nil when the document is so already.
    func change(
        of key: StateKey,
        to text: String?,
        by author: Author,
        above floor: Int64 = 0
    ) throws(StoreError) -> Change? {
        let before = try document(key)?.text
        // By bytes: Swift's own comparison takes two spellings of `é` for one.
        guard before.map({ Array($0.utf8) }) != text.map({ Array($0.utf8) }) else { return nil }
        let last = try head()
        return Change(
            revision: max(last?.revision ?? 0, floor) + 1,
            millisecondsSince1970: author.millisecondsSince1970,
            actor: author.actor,
            action: author.action,
            key: key,
            before: before,
            after: text,
            reason: author.reason,
            hash: .none
        ).sealed(after: last?.hash ?? .none)
    }
}
