import Foundation
import WidgetGating

/// Writes the App Group file, one write after the other, on a thread that may block.
final class BundleKeeper: Sendable {
    private let file: BundleFile
    private let queue = DispatchQueue(label: "widget-rollout.bundle-file", qos: .utility)

    init(_ file: BundleFile) { self.file = file }

    func write(_ kept: KeptBundle) async -> Result<BundleFile.Outcome, AppGroupError> {
        await withCheckedContinuation { continuation in
            queue.async { [file] in
                continuation.resume(
                    returning: withoutSuspension {
                        do throws(AppGroupError) { return .success(try file.write(kept)) } catch {
                            return .failure(error)
                        }
                    }
                )
            }
        }
    }
}

extension BundleKeeper {
    /// What is there; nil when there is nothing that can be used.
    func read() async -> KeptBundle? {
        await withCheckedContinuation { continuation in
            queue.async { [file] in continuation.resume(returning: file.read().bundle) }
        }
    }
}
