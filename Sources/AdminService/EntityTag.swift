import HTTPServer

/// The entity tag of the store's state: its revision.
enum EntityTag {
    static func text(_ revision: Int64) -> String { "\"\(revision)\"" }

    /// The revisions of an `If-Match`, of which one must be the store's; nil: any will do.
    ///
    /// - Throws: `Refusal` for what is no list of tags that this server gives out. A weak one is not: it says that it
    ///   may stand for another state.
    static func revisions(ifMatch field: String?) throws(Refusal) -> [Int64]? {
        guard let field, field.trimmed != "*" else { return nil }
        var revisions: [Int64] = []
        for element in field.split(separator: ",", omittingEmptySubsequences: false) {
            let tag = String(element).trimmed
            guard tag.utf8.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\""),
                let revision = Int64(tag.dropFirst().dropLast()), revision >= 0, text(revision) == tag
            else {
                throw Refusal(
                    .badRequest,
                    "If-Match is not an entity tag of this server: it is a revision in quotes, such as \"42\", as ETag has it."
                )
            }
            revisions.append(revision)
        }
        return revisions
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
