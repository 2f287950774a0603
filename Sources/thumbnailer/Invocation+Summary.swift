import CommandLineKit
import Rollout
import StrictJSON
import ThumbnailJob
import Thumbnails
import WallpaperManifest

extension Invocation {
    func print(_ summary: Summary, _ recording: Recording?, _ settings: JobSettings) throws {
        if wantsJSON {
            guard case .object(var object) = summary.json else { return }
            object["recorded"] = recording?.json
            try print(JSON.object(object))
        } else {
            try print(summary, settings)
        }
        if let recording { try print(recording) }
    }

    private func print(_ summary: Summary, _ settings: JobSettings) throws {
        for failure in summary.failures {
            let mark = output.standardError.terminal.styled("set aside:", .red)
            let place = "\(failure.app)/\(failure.file)".sanitised
            try output.standardError.print("\(mark) \(place): \(failure.reason.sanitised)")
        }
        for path in summary.ignored {
            try output.standardError.print("passed over: \(path.sanitised)")
        }
        for app in summary.apps where app.state == .held {
            let remedy = "--allow-removal publishes that"
            try output.standardError.print(
                "held: \(app.app) would lose all its \(app.wallpapers) wallpapers; \(remedy)"
            )
        }
        for app in summary.apps where !app.gone.isEmpty {
            try output.standardError.print(goneWords(app.app, app.gone, "not published any more"))
        }
        for line in lines(summary, settings) { try print(line) }
    }

    private func lines(_ summary: Summary, _ settings: JobSettings) -> [String] {
        let time = "\(seconds(summary.duration)) s"
        var lines = [
            "\(summary.made.count) made, \(summary.keptCount) kept, \(summary.failures.count) set aside in \(time)"
        ]
        if !summary.made.isEmpty {
            let rate = Double(summary.made.count) / max(0.001, summary.duration / .seconds(1))
            lines.append(
                "\(megabytes(summary.bytesIn)) MB in, \(megabytes(summary.bytesOut)) MB out, \(tenths(rate)) wallpapers/s, "
                    + "worker memory at most \(megabytes(summary.peakWorkerMemory)) MB"
            )
        }
        if let slowest = summary.slowest {
            lines.append(
                "slowest: \("\(slowest.app)/\(slowest.file)".sanitised), \(seconds(slowest.duration)) s"
            )
        }
        if summary.isStopped {
            lines.append("stopped before the end; nothing was published, and the next run goes on from here")
            return lines
        }
        let published = summary.apps.filter { $0.state == .published }
        let list = published.map { "\($0.app) (\($0.wallpapers))" }.joined(separator: ", ")
        lines.append(published.isEmpty ? "nothing new to publish" : "published: \(list)")
        if summary.prunedCount > 0 { lines.append("\(summary.prunedCount) old pictures deleted") }
        lines.append("report: \(settings.output)/report/index.html")
        return lines
    }

    /// The first few by name, since what is missing by mistake is missing by the hundred.
    private func goneWords(_ app: AppID, _ gone: [WallpaperID], _ what: String) -> String {
        let names = gone.prefix(5).map(\.text).joined(separator: ", ") + (gone.count > 5 ? ", …" : "")
        return "gone: \(gone.count) of \(app)'s wallpapers have no file any more, \(what): \(names)".sanitised
    }

    func print(
        _ planned: (plan: Plan, failures: [Failure], ignored: [String], gone: [Plan.Gone])
    ) throws {
        let (plan, failures, ignored, gone) = planned
        let failed = failures + plan.setAside
        if wantsJSON {
            let tasks = plan.tasks.map { task -> JSON in
                [
                    "app": .string(task.picture.app.text), "file": .string(task.picture.file),
                    "cause": .string(task.cause.rawValue),
                ]
            }
            let reasons = failed.map { failure -> JSON in
                [
                    "app": .string(failure.app.text), "file": .string(failure.file),
                    "reason": .string(failure.reason),
                ]
            }
            return try print([
                "make": .array(tasks), "kept": .integer(Int64(plan.kept.count)), "failed": .array(reasons),
                "ignored": .array(ignored.map { .string($0) }),
                "gone": .array(
                    gone.map {
                        [
                            "app": .string($0.app.text),
                            "wallpapers": .array($0.wallpapers.map { .string($0.text) }),
                        ]
                    }
                ),
            ])
        }
        var table = Table(columns: [
            .init("APP"), .init("FILE", whenNarrow: .wraps), .init("WOULD BE"),
            .init("BECAUSE", whenNarrow: .wraps),
        ])
        for task in plan.tasks {
            table.add([task.picture.app.text, task.picture.file, "made", task.cause.words])
        }
        for failure in failed { table.add([failure.app.text, failure.file, "set aside", failure.reason]) }
        if !plan.tasks.isEmpty || !failed.isEmpty { try write(table) }
        for app in gone {
            try print(goneWords(app.app, app.wallpapers, "and would not be published any more"))
        }
        try print("\(plan.tasks.count) to make, \(plan.kept.count) kept; dry run: nothing was written")
    }
}

extension Plan.Cause {
    fileprivate var words: String {
        switch self {
        case .new: "it is new"
        case .changed: "it, its focus or a recipe has changed"
        case .incomplete: "pictures of it are gone"
        case .retried: "it was set aside before"
        }
    }
}

/// With one decimal.
private func tenths(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
}

private func seconds(_ duration: Duration) -> String { tenths(duration / .seconds(1)) }

private func megabytes(_ bytes: Int) -> String { tenths(Double(bytes) / 1_000_000) }
