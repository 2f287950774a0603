import ConfigBundle
import ConfigPolling
import Foundation

/// Asks a host of files what is in force, as `Documentation/wire-format.md` says under "From a bucket".
///
/// First for the pointer, with what the host itself knows it by, and then, when that leads to something else than the
/// client has, for that: as a delta if there is one that is any good, or else whole.
final class FilePoller: Poller {
    private let folder: URL
    private let reader: AnswerReader
    private let byteLimit: Int
    private let fetcher: Fetcher
    /// The last pointer that led to something that was believed; nil: the next is asked for without a condition.
    private let known = Locked<KnownPointer?>(nil)

    /// - Parameter folder: The app's folder, where the pointer is.
    init(_ folder: URL, _ verifier: BundleVerifier, _ fetcher: Fetcher) {
        self.folder = folder
        self.fetcher = fetcher
        reader = AnswerReader(verifier)
        byteLimit = verifier.byteLimit
    }

    func poll(_ copy: BundleCopy?, newestRevision: Int64?, wait: Int?) async -> PollEnd {
        var retryAfter: Duration?
        do throws(ConfigProblem) {
            let (found, exchange) = try await pointer(newestRevision, &retryAfter)
            let news = try await news(found.pointer, copy, newestRevision, &retryAfter)
            known.withLock { $0 = found }
            return PollEnd(
                result: .success(.init(news, from: exchange, isMended: false)),
                event: .answered(freshSeconds: exchange.answer.freshSeconds)
            )
        } catch {
            known.withLock { $0 = nil }
            return PollEnd(result: .failure(error), event: .failed(retryAfter: retryAfter))
        }
    }

    private func pointer(_ newestRevision: Int64?, _ retryAfter: inout Duration?) async throws(ConfigProblem)
        -> (KnownPointer, Fetcher.Exchange)
    {
        let known = known.withLock { $0 }
        let address = folder.appending(path: BundlePointer.name)
        let exchange = try await fetcher.fetch(
            address,
            [("Accept-Encoding", "gzip")] + (known?.conditions ?? []),
            byteLimit: BundlePointer.byteLimit
        )
        retryAfter = exchange.answer.retryAfter
        do throws(PollFailure) {
            let pointer = try reader.pointer(
                in: exchange.answer,
                known: known,
                newestRevision: newestRevision
            )
            return (pointer, exchange)
        } catch {
            throw ConfigProblem(fetching: address, error)
        }
    }

    private func news(
        _ pointer: BundlePointer,
        _ copy: BundleCopy?,
        _ newestRevision: Int64?,
        _ retryAfter: inout Duration?
    ) async throws(ConfigProblem) -> BundleCopy? {
        if let copy, pointer.leads(to: copy) {
            do throws(PollFailure) {
                return try reader.confirm(copy, by: pointer, newestRevision: newestRevision)
            } catch {
                throw ConfigProblem(fetching: folder.appending(path: BundlePointer.name), error)
            }
        }
        if let copy, let news = await newsByDelta(pointer, copy, newestRevision) { return news }
        let path = BundlePointer.compressed(pointer.bundlePath)
        // The host, or whatever is in between, may undo the compression.
        let size = max(pointer.bundle.byteCount, pointer.bundle.gzipByteCount)
        return try await read(.whole, at: path, size: size, pointer, copy, newestRevision, &retryAfter)
    }

    /// What a delta leads to; nil when there is none, or anything is wrong with it: it only saves bytes, and the whole may
    /// be right.
    private func newsByDelta(_ pointer: BundlePointer, _ copy: BundleCopy, _ newestRevision: Int64?) async
        -> BundleCopy?
    {
        guard let delta = pointer.delta(from: copy) else { return nil }
        var retryAfter: Duration?
        let path = pointer.path(of: delta)
        return try? await read(
            .delta,
            at: path,
            size: delta.byteCount,
            pointer,
            copy,
            newestRevision,
            &retryAfter
        )
    }

    private func read(
        _ file: AnswerReader.File,
        at path: String,
        size: Int,
        _ pointer: BundlePointer,
        _ copy: BundleCopy?,
        _ newestRevision: Int64?,
        _ retryAfter: inout Duration?
    ) async throws(ConfigProblem) -> BundleCopy? {
        let address = folder.appending(path: path)
        guard size <= byteLimit else { throw ConfigProblem(fetching: address, .tooLarge(limit: byteLimit)) }
        let answer = try await fetcher.fetch(address, [("Accept-Encoding", "gzip")], byteLimit: size).answer
        retryAfter = answer.retryAfter
        do throws(PollFailure) {
            return try reader.read(
                file,
                in: answer,
                for: pointer,
                over: copy,
                newestRevision: newestRevision
            )
        } catch {
            throw ConfigProblem(fetching: address, error)
        }
    }
}
