package import Rollout
package import StrictJSON
import Thumbnails
package import WallpaperManifest

/// What a run has done.
package struct Summary: Sendable {
    /// A wallpaper that was made.
    package struct Made: Sendable {
        package let app: AppID
        package let id: WallpaperID
        package let file: String
        package let duration: Duration
        package let bytesIn: Int
        package let bytesOut: Int
        /// Width and height of the source.
        package let source: (width: Int, height: Int)
        /// The file names of its pictures, with their recipe, size and share of lit pixels in words.
        package let pictures: [(name: String, title: String)]
        /// The name of the picture of the whole in the report's folder; nil: there is none.
        package let before: String?
    }

    /// How an app's manifest fared.
    package struct App: Equatable, Sendable {
        package enum State: String, Sendable {
            case published, unchanged, held
        }

        package let app: AppID
        package let state: State
        /// In the manifest that clients see now.
        package let wallpapers: Int
        /// Those that clients saw before and see no more, since their files are gone.
        package let gone: [WallpaperID]
    }

    package var started: Instant
    package var duration: Duration = .zero
    package var made: [Made] = []
    package var keptCount = 0
    package var failures: [Failure] = []
    package var ignored: [String] = []
    package var apps: [App] = []
    package var prunedCount = 0
    /// In bytes; 0: no worker was needed.
    package var peakWorkerMemory = 0
    /// Whether it was stopped before the end, so that nothing was published.
    package var isStopped = false

    package init(started: Instant) { self.started = started }

    /// Whether everything is as it should be.
    package var isClean: Bool {
        failures.isEmpty && !isStopped && !apps.contains { $0.state == .held }
    }

    package var bytesIn: Int { made.reduce(0) { $0 + $1.bytesIn } }
    package var bytesOut: Int { made.reduce(0) { $0 + $1.bytesOut } }
    package var slowest: Made? { made.max { $0.duration < $1.duration } }

    /// The same for programs.
    package var json: JSON {
        var object: [String: JSON] = [
            "started": .string("\(started)"), "milliseconds": .integer(Int64(duration / .milliseconds(1))),
            "made": .integer(Int64(made.count)), "kept": .integer(Int64(keptCount)),
            "bytesIn": .integer(Int64(bytesIn)), "bytesOut": .integer(Int64(bytesOut)),
            "peakWorkerBytes": .integer(Int64(peakWorkerMemory)), "pruned": .integer(Int64(prunedCount)),
            "stopped": .bool(isStopped), "clean": .bool(isClean),
            "failed": .array(failures.map(\.json)), "ignored": .array(ignored.map { .string($0) }),
        ]
        object["apps"] = .array(
            apps.map { app in
                [
                    "app": .string(app.app.text), "state": .string(app.state.rawValue),
                    "wallpapers": .integer(Int64(app.wallpapers)),
                    "gone": .array(app.gone.map { .string($0.text) }),
                ]
            }
        )
        object["slowest"] = slowest.map { made in
            [
                "app": .string(made.app.text), "file": .string(made.file),
                "milliseconds": .integer(Int64(made.duration / .milliseconds(1))),
            ]
        }
        return .object(object)
    }
}

extension Failure {
    fileprivate var json: JSON {
        ["app": .string(app.text), "file": .string(file), "reason": .string(reason)]
    }
}
