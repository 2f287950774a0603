import Compression
package import ConfigBundle
import StrictJSON

/// Makes of an answer what it is worth: something new that is to be believed, nothing new, or a failure.
package struct AnswerReader: Sendable {
    let verifier: BundleVerifier

    package init(_ verifier: BundleVerifier) { self.verifier = verifier }

    /// Reads an answer.
    ///
    /// - Parameters:
    ///   - poll: What was asked.
    ///   - newestRevision: The newest that was ever accepted from a server; nil for none.
    /// - Returns: What is to be kept from now on, verified; nil when that is what the client has. It may be the same
    ///   bundle with other fields: in a change-over of keys it is signed anew, and a 304 says so too.
    package func read(
        _ answer: PollAnswer,
        to poll: Poll,
        newestRevision: Int64?
    ) throws(PollFailure) -> BundleCopy? {
        let bytes =
            switch answer.status {
            case 200: try decoded(answer.body, limit: verifier.byteLimit)
            case 226:
                try merged(
                    decoded(answer.body, limit: verifier.byteLimit),
                    into: copy(answer, poll, namedBy: "Delta-Base")
                )
            case 304: try copy(answer, poll, namedBy: "ETag").bytes
            default: throw Self.refusal(answer)
            }
        let fields = BundleFields(answer.fields.list)
        // Whoever passes on a 304 may leave out what the client knows (RFC 9110 section 15.4.5).
        if let copy = poll.copy, copy.bytes == bytes, fields.list.isEmpty || fields == copy.fields {
            return nil
        }
        do throws(BundleError) {
            let configuration = try verifier.configuration(
                bundle: bytes,
                fields: fields,
                newestRevision: newestRevision
            )
            return BundleCopy(bytes: bytes, fields: fields, configuration: configuration)
        } catch {
            // The header is signed, so it is the bytes that are wrong, and they came of the delta.
            throw error == .wrongDigest && answer.status == 226 ? .delta(error) : .bundle(error)
        }
    }

    /// Reads an answer that is a file, of whatever kind.
    ///
    /// - Parameter limit: The most bytes of the file, decompressed.
    /// - Returns: Its bytes, which nothing vouches for.
    package func file(in answer: PollAnswer, limit: Int) throws(PollFailure) -> [UInt8] {
        guard answer.status == 200 else { throw Self.refusal(answer) }
        return try decoded(answer.body, limit: limit)
    }

    /// The client's copy, unless the answer names another one.
    private func copy(_ answer: PollAnswer, _ poll: Poll, namedBy name: String) throws(PollFailure)
        -> BundleCopy
    {
        guard let copy = poll.copy else { throw .unasked(status: answer.status) }
        if let tag = answer.fields[name], !copy.isNamed(by: tag) { throw .otherCopy(tag) }
        return copy
    }

    /// The result of a delta (RFC 3229).
    private func merged(_ delta: [UInt8], into copy: BundleCopy) throws(PollFailure) -> [UInt8] {
        do throws(BundleError) {
            return try BundleDelta.apply(delta, to: copy.bytes, limit: verifier.byteLimit)
        } catch {
            throw .delta(error)
        }
    }

    /// The body without content coding.
    ///
    /// `Content-Encoding` does not tell: some HTTP stacks undo the coding and leave the field as it was. The first bytes
    /// do, since neither JSON nor a delta begins like gzip (RFC 1952 section 2.3.1).
    func decoded(_ body: [UInt8], limit: Int) throws(PollFailure) -> [UInt8] {
        guard body.starts(with: [0x1F, 0x8B]) else { return body }
        do throws(CompressionError) {
            return try Gzip.decompress(body, limit: limit)
        } catch {
            throw .damaged(error.description)
        }
    }

    static func refusal(_ answer: PollAnswer) -> PollFailure {
        .refused(status: answer.status, detail: detail(answer))
    }

    /// What a problem document (RFC 9457) says of the reason, for a developer's log: at most 200 characters, with spaces
    /// for those that would command a terminal.
    private static func detail(_ answer: PollAnswer) -> String? {
        guard case .object(let members)? = try? JSON(parsing: answer.body),
            case .string(let text)? = members["detail"]
        else { return nil }
        let scalars = text.unicodeScalars.prefix(200).map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        var detail = String.UnicodeScalarView()
        detail.append(contentsOf: scalars)
        return String(detail)
    }
}
