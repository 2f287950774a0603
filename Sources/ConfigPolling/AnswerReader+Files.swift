package import ConfigBundle
import Rollout

/// What answers are worth where bundles are files, which have no header fields of ours; the pointer has those.
extension AnswerReader {
    /// A file that a pointer leads to.
    package enum File: Sendable {
        /// The change from the client's copy.
        case delta
        /// The bundle, compressed or not.
        case whole
    }

    /// Reads the answer to a question for the pointer.
    ///
    /// - Parameters:
    ///   - known: What was asked about; nil: the whole was asked for.
    ///   - newestRevision: The newest that was ever accepted; nil for none. What an older pointer leads to would not be
    ///     believed, so that it is not asked for.
    package func pointer(in answer: PollAnswer, known: KnownPointer?, newestRevision: Int64?)
        throws(PollFailure)
        -> KnownPointer
    {
        switch answer.status {
        case 200: break
        case 304:
            guard let known else { throw .unasked(status: 304) }
            return known
        default: throw Self.refusal(answer)
        }
        let pointer = try pointer(decoded(answer.body, limit: BundlePointer.byteLimit))
        guard pointer.app == verifier.app else {
            throw .bundle(.wrongApp(found: pointer.app.text, expected: verifier.app))
        }
        if let newestRevision, pointer.revision < newestRevision {
            throw .bundle(.olderRevision(pointer.revision, newestSeen: newestRevision))
        }
        return KnownPointer(pointer, from: answer.fields)
    }

    private func pointer(_ bytes: [UInt8]) throws(PollFailure) -> BundlePointer {
        do throws(PointerError) { return try BundlePointer(parsing: bytes) } catch { throw .pointer(error) }
    }

    /// Reads a file that a pointer leads to.
    ///
    /// - Returns: As for an answer of a server.
    package func read(
        _ file: File,
        in answer: PollAnswer,
        for pointer: BundlePointer,
        over copy: BundleCopy?,
        newestRevision: Int64?
    ) throws(PollFailure) -> BundleCopy? {
        switch answer.status {
        case 200: break
        // Neither was asked for, and a server's would mean something else.
        case 226, 304: throw .unasked(status: answer.status)
        default: throw Self.refusal(answer)
        }
        let status =
            switch file {
            case .delta: 226
            case .whole: 200
            }
        return try read(
            pointer.answer(status, answer.body),
            to: Poll(copy: copy),
            newestRevision: newestRevision
        )
    }

    /// Reads a pointer to what the client has: the bundle may have been signed anew.
    package func confirm(_ copy: BundleCopy, by pointer: BundlePointer, newestRevision: Int64?)
        throws(PollFailure) -> BundleCopy?
    {
        try read(pointer.answer(304, []), to: Poll(copy: copy), newestRevision: newestRevision)
    }
}

extension BundlePointer {
    /// The answer that a server would have given.
    fileprivate func answer(_ status: Int, _ body: [UInt8]) -> PollAnswer {
        PollAnswer(status: status, fields: HTTPFields(bundle.fields.list), body: body)
    }

    /// Whether it leads to what a client has.
    package func leads(to copy: BundleCopy) -> Bool { bundle.digest == copy.digest }

    /// The delta from what a client has; nil: there is none.
    package func delta(from copy: BundleCopy) -> Delta? { deltas.first { $0.base == copy.digest } }
}
