import Definitions
import Rollout
import StrictJSON

/// What the wallpaper job says of its last run, in `last-run.json` of its output folder.
struct LastRun: Equatable {
    let started: Instant
    let made: Int
    let kept: Int
    let setAside: Int
    /// Whether it was ended before it could publish.
    let isStopped: Bool

    /// Reads the file of an output folder.
    ///
    /// - Returns: nil when there is none: the job has never run there.
    /// - Throws: ``Unreadable``.
    init?(in directory: String) throws(Unreadable) {
        let path = "\(directory)/last-run.json"
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try RegularFile.read(path, atMost: 64 << 20)
        } catch {
            guard error.isAbsence else { throw Unreadable(path: path, reason: error.reason) }
            return nil
        }
        guard let run = (try? JSON(parsing: bytes)).flatMap(LastRun.init) else {
            throw Unreadable(
                path: path,
                reason: "it is not what `thumbnailer run` writes; the next run replaces it"
            )
        }
        self = run
    }

    private init?(_ json: JSON) {
        guard let started = json.member("started")?.string, let moment = try? Instant(parsing: started),
            case .integer(let made)? = json.member("made"), case .integer(let kept)? = json.member("kept"),
            case .array(let failed)? = json.member("failed"),
            case .bool(let isStopped)? = json.member("stopped")
        else { return nil }
        self.started = moment
        (self.made, self.kept) = (Int(clamping: made), Int(clamping: kept))
        (setAside, self.isStopped) = (failed.count, isStopped)
    }

    struct Unreadable: Error, CustomStringConvertible {
        let path: String
        let reason: String

        var description: String { "\(path): \(reason)" }
    }
}

extension LastRun: CustomStringConvertible {
    /// "2026-12-01T02:30:00Z, 3 made, 120 kept, 1 set aside".
    var description: String {
        "\(started.wholeSecond), \(made) made, \(kept) kept, \(setAside) set aside"
            + (isStopped ? "; stopped before the end, and nothing was published" : "")
    }
}
