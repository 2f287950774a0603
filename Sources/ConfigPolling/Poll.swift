/// One question to the server about what is new.
package struct Poll: Sendable {
    /// What the client has; nil asks for the whole, whatever there is.
    package let copy: BundleCopy?
    /// How many seconds the server may wait for something new; nil: it answers at once.
    package let wait: Int?
    private let passesCaches: Bool

    /// What is new, or when nothing is, what comes within so many seconds.
    ///
    /// - Parameter wait: Of no effect without a copy, since there is always something new then.
    package init(copy: BundleCopy?, wait: Int? = nil) {
        self.copy = copy
        self.wait = copy == nil ? nil : wait
        // A cache with a fresh answer would not wait.
        passesCaches = self.wait != nil
    }

    private init(passesCaches: Bool) {
        copy = nil
        wait = nil
        self.passesCaches = passesCaches
    }

    /// The whole, from the server itself: for when an answer was of no use, which a cache would give again.
    package static let whole = Poll(passesCaches: true)

    /// The request's header fields, beside those that every request has.
    package var fields: [(name: String, value: String)] {
        var fields = [("Accept-Encoding", "gzip")]
        if let copy { fields += [("If-None-Match", copy.entityTag), ("A-IM", "zdict")] }
        if let wait { fields.append(("Prefer", "wait=\(wait)")) }
        if passesCaches { fields.append(("Cache-Control", "no-cache")) }
        return fields
    }
}
