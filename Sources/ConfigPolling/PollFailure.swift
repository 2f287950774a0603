package import ConfigBundle

/// Why an answer is of no use.
package enum PollFailure: Error, Equatable, Sendable {
    /// The server, or somebody before it, refused; what it said of the reason, nil when it said nothing that can be
    /// read.
    case refused(status: Int, detail: String?)
    /// An answer to a question that was not asked: a 304 or 226 to a client without a copy.
    case unasked(status: Int)
    /// The answer is about another copy than the client's; its entity tag.
    case otherCopy(String)
    /// The content coding cannot be undone; why.
    case damaged(String)
    /// The delta does not lead to what the header promises.
    case delta(BundleError)
    /// The bundle is not to be believed, or cannot be read.
    case bundle(BundleError)
    /// What should be a pointer to a bundle is none that can be used.
    case pointer(PointerError)

    /// Whether the whole bundle, asked for without conditions, may do.
    ///
    /// Not where the header itself is wrong, which would come again.
    package var isMendedByWhole: Bool {
        switch self {
        case .otherCopy, .delta: true
        case .refused, .unasked, .damaged, .bundle, .pointer: false
        }
    }
}

extension PollFailure: CustomStringConvertible {
    /// What is wrong, in one line.
    package var description: String {
        switch self {
        case .refused(let status, let detail):
            "the answer has status \(status)\(detail.map { ": \($0)" } ?? "")"
        case .unasked(let status): "the answer has status \(status), which was not asked for"
        case .otherCopy(let tag): "the answer is about the copy \(tag), which is not the one that is here"
        case .damaged(let reason): "the answer's content coding cannot be undone: \(reason)"
        case .delta(let error), .bundle(let error): error.description
        case .pointer(let error): error.description
        }
    }
}
