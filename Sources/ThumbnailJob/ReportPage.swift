import Rollout
import Thumbnails

/// The page that shows what a run has done: failures first, then before and after of what was made last.
struct ReportPage {
    private let summary: Summary

    init(_ summary: Summary) { self.summary = summary }

    /// What the run has made, as a part of a page; nil: nothing.
    var made: String? {
        let sections = summary.made.filter { $0.before != nil }.map(section)
        guard !sections.isEmpty else { return nil }
        return "<h2>Made at \(escaped("\(summary.started)"))</h2>\n" + sections.joined(separator: "\n")
    }

    /// - Parameter made: What ``made`` was of the last run that made something; empty: there was none.
    func html(withMade made: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Thumbnails, \(escaped("\(summary.started)"))</title>
        <style>
        body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
        table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1rem .2rem 0; }
        .failed { color: #a00; } figure { display: inline-block; margin: .5rem .5rem 0 0; }
        figcaption { font-size: 12px; color: #666; } img { max-height: 160px; max-width: 280px; background: #8884; }
        section { border-top: 1px solid #8886; margin-top: 1.5rem; } h2, h3 { margin-bottom: .2rem; }
        @media (prefers-color-scheme: dark) { body { background: #111; color: #ddd; } .failed { color: #f77; } }
        </style>
        <h1>Thumbnails</h1>
        <p>\(escaped(headline))</p>
        \(failures)
        \(made)
        </html>

        """
    }

    private var headline: String {
        let seconds = summary.duration / .seconds(1)
        return "\(summary.started): \(summary.made.count) made, \(summary.keptCount) kept, "
            + "\(summary.failures.count) failed in \((seconds * 10).rounded() / 10) s"
            + (summary.isStopped ? "; stopped before the end" : "")
    }

    private var failures: String {
        if summary.failures.isEmpty { return "" }
        let rows = summary.failures.map { failure in
            "<tr class=\"failed\"><td>\(escaped("\(failure.app)/\(failure.file)"))<td>\(escaped(failure.reason))"
        }
        return "<h2>Failed</h2>\n<table>\n" + rows.joined(separator: "\n") + "\n</table>"
    }

    private func section(_ made: Summary.Made) -> String {
        let before = made.before.map {
            figure($0, "before: \(made.source.width)x\(made.source.height), \(made.bytesIn / 1000) kB")
        }
        let after = made.pictures.map { figure("../images/\($0.name)", $0.title) }
        return """
            <section>
            <h3>\(escaped("\(made.app)/\(made.file)"))</h3>
            \(([before].compactMap(\.self) + after).joined(separator: "\n"))
            </section>
            """
    }

    private func figure(_ source: String, _ caption: String) -> String {
        "<figure><img loading=\"lazy\" src=\"\(escaped(source))\" alt=\"\"><figcaption>\(escaped(caption))</figcaption></figure>"
    }
}

/// Text that is nothing but text in HTML, in attributes too; control characters, which it may not hold, are replaced.
private func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default:
            let isControl =
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
    }
}
