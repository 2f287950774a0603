import CommandLineKit
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON
import SystemClock
import ThumbnailJob

/// How it went to record in the store what was published.
enum Recording {
    /// With what is wrong with manifests that were left out.
    case done(Outcome, faults: [JobError])
    /// Why not.
    case failed(String)

    /// Whether the store has all that was published.
    var isWhole: Bool {
        if case .done(_, faults: []) = self { true } else { false }
    }

    /// `{"revision", "apps"}` with the apps that were not as recorded, and null for none; `"failed"` says why all or some
    /// is not.
    var json: JSON {
        switch self {
        case .done(let outcome, let faults):
            var object: [String: JSON] = [
                "revision": outcome.revision.map(JSON.integer) ?? .null,
                "apps": .array(outcome.changes.map { .string($0.key.app) }),
            ]
            if !faults.isEmpty {
                object["failed"] = .string(faults.map(String.init(describing:)).joined(separator: "\n"))
            }
            return .object(object)
        case .failed(let reason): return ["failed": .string(reason)]
        }
    }
}

extension Invocation {
    /// Records the manifests of an output folder in the store at a path.
    func record(_ output: String, in path: String) -> Recording {
        do {
            let folder = try OutputFolder(path: output)
            let store = try SQLiteStore(path: path, access: .write)
            let desk = ReleaseDesk(store: store, actor: "thumbnailer", clock: { .now() })
            var faults: [JobError] = []
            let outcome = try desk.recordWallpapers {
                let found = try folder.manifestHashes()
                faults = found.faults
                return found.hashes
            }
            return .done(outcome, faults: faults)
        } catch {
            return .failed(String(describing: error))
        }
    }

    /// Says that what was published was not to be recorded, which whoever serves the folder needs to know.
    func noteUnrecorded(_ summary: Summary) throws {
        if wantsJSON || summary.isStopped { return }
        try print("not recorded in a store: widgetd serves it once a run with --store has recorded it")
    }

    func print(_ recording: Recording) throws {
        switch recording {
        case .failed(let reason):
            let mark = output.standardError.terminal.styled("not recorded:", .red)
            try output.standardError.print(
                "\(mark) \(reason.sanitised); it is published, but the bundles of the apps do not name it yet: "
                    + "run it again when the store can be written"
            )
        case .done(let outcome, let faults):
            for fault in faults {
                let mark = output.standardError.terminal.styled("not recorded:", .red)
                try output.standardError.print("\(mark) \("\(fault)".sanitised)")
            }
            for warning in outcome.warnings {
                let mark = output.standardError.terminal.styled("warning:", .yellow)
                try output.standardError.print("\(mark) \(warning.sanitised)")
            }
            guard !wantsJSON else { return }
            let apps = outcome.changes.map(\.key.app).joined(separator: ", ")
            try print(
                outcome.revision.map { "recorded: revision \($0) (\(apps))" } ?? "nothing new to record"
            )
        }
    }
}
