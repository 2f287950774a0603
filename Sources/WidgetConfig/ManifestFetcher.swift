import ConfigBundle
import ConfigPolling
import Foundation
import Rollout
import WidgetGating

/// Fetches the manifest of an app's wallpapers.
struct ManifestFetcher: Sendable {
    /// How long an answer may take to its last byte: it is a hundred times as long as a bundle's, and nothing waits for
    /// it.
    static let deadline: Duration = .seconds(60)

    private let address: URL
    private let reader: AnswerReader
    private let fetcher: Fetcher

    init(_ address: URL, _ verifier: BundleVerifier, _ fetcher: Fetcher) {
        self.address = address
        self.fetcher = fetcher
        reader = AnswerReader(verifier)
    }

    /// - Parameters:
    ///   - wanted: Anything else is no answer.
    ///   - retryAfter: For how long whoever was asked then wants to be left alone; nil: they do not say.
    func fetch(_ wanted: ManifestHash, _ retryAfter: inout Duration?) async throws(ConfigProblem) -> [UInt8] {
        let answer = try await fetcher.fetch(
            address,
            [("Accept-Encoding", "gzip")],
            byteLimit: WallpaperFile.byteLimit,
            deadline: Self.deadline
        ).answer
        retryAfter = answer.retryAfter
        let bytes: [UInt8]
        do throws(PollFailure) {
            bytes = try reader.file(in: answer, limit: WallpaperFile.byteLimit)
        } catch {
            throw ConfigProblem(fetching: address, error)
        }
        let found = ManifestHash(of: bytes)
        guard found == wanted else {
            throw ConfigProblem(fetching: address, .otherManifest(found: found, wanted: wanted))
        }
        return bytes
    }
}
