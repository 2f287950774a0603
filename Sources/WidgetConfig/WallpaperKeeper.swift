import Foundation
import Rollout
import WidgetGating

/// Reads and writes the App Group's manifest of wallpapers on a thread that may block.
final class WallpaperKeeper: Sendable {
    private let file: WallpaperFile
    private let queue = DispatchQueue(label: "widget-rollout.wallpapers", qos: .utility)

    init(_ file: WallpaperFile) { self.file = file }

    /// What is there; nil when nothing is that can be used.
    func hash() async -> ManifestHash? {
        await withCheckedContinuation { continuation in
            // Whatever is wrong with it, a new one takes its place or says why it cannot.
            queue.async { [file] in continuation.resume(returning: try? file.hash()) }
        }
    }

    func write(_ manifest: [UInt8]) async -> Result<Void, AppGroupError> {
        await withCheckedContinuation { continuation in
            queue.async { [file] in
                continuation.resume(
                    returning: withoutSuspension {
                        do throws(AppGroupError) { return .success(try file.write(manifest)) } catch {
                            return .failure(error)
                        }
                    }
                )
            }
        }
    }
}
