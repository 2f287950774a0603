import CommandLineKit
import ReleaseDesk
import Rollout
import RolloutStore
import StrictJSON

private let from = Argument(
    "FROM",
    help: "The revision to compare; 0 is before the first.",
    completion: .revisions
)
private let to = Argument(
    "TO",
    help: "The revision to compare it to; without one, what is live now.",
    isOptional: true,
    completion: .revisions
)
private let shown = Argument("REVISION", help: "The revision to show.", completion: .revisions)

let diffCommand = Command(
    "diff",
    summary: "Say what is different between two revisions.",
    discussion: "Shares of rollouts are told as they were at the time of each. --json lists every document.",
    examples: [
        .init("What has changed since a revision", "widgetctl diff 120"),
        .init("Between two, in one app", "widgetctl diff 120 134 --app minimal-wallpapers"),
    ],
    arguments: [from, to],
    options: [.optionalApp]
) { call in
    let comparison = try call.readingDesk().compare(
        call.argument(from, as: revisionNumber),
        call.optionalArgument(to, as: revisionNumber),
        in: AppSelection(call.values(of: .optionalApp))
    )
    if call.wantsJSON {
        try call.print(comparison.json)
        return .success
    }
    try call.heading("revision \(comparison.from) to \(comparison.to)")
    for line in comparison.words { try call.print(line.sanitised) }
    if comparison.words.isEmpty {
        try call.print(
            comparison.documents.isEmpty ? "no difference" : "no difference in what is told in words"
        )
    }
    return .success
}

let showCommand = Command(
    "show",
    summary: "Show one change in full, and what was live in its app from then on.",
    examples: [.init("What a revision was", "widgetctl show 120")],
    arguments: [shown]
) { call in
    let detail = try call.readingDesk().show(call.argument(shown, as: revisionNumber))
    if call.wantsJSON {
        try call.print(detail.json)
        return .success
    }
    try call.print(detail)
    return .success
}

/// Reads a whole number from zero up.
@Sendable func revisionNumber(_ text: String) throws -> Int64 {
    guard let number = Int64(text), number >= 0 else { throw NoRevision() }
    return number
}

private struct NoRevision: Error, CustomStringConvertible {
    let description = "expected a revision, a whole number, as `widgetctl history` lists it"
}

extension Invocation {
    fileprivate func print(_ detail: ChangeDetail) throws {
        let change = detail.change
        try heading("revision \(change.revision) of \(detail.last): \(change.action) by \(change.actor)")
        var facts = [("time", "\(change.time)"), ("reason", change.reason)]
        if detail.command.count > 1 {
            facts.append(
                ("command", "made revisions \(detail.command.lowerBound) to \(detail.command.upperBound)")
            )
        }
        facts += [
            ("app", change.key.app.isEmpty ? "none" : change.key.app),
            ("document", "\(change.key.kind) \(change.key.name)"),
            ("before", change.before ?? "none"), ("after", change.after ?? "none"),
            ("hash", "\(change.hash)"),
        ]
        for (name, text) in facts {
            let label = name + String(repeating: " ", count: 10 - name.count)
            try printAsIs("\(label)\(text)".sanitised)
        }
        for line in detail.words { try print("\(change.key.app): \(line)".sanitised) }
        guard !change.key.app.isEmpty else { return try print(change.subject.sanitised) }
        try print()
        try heading("Live in \(change.key.app) from then on")
        for line in detail.live { try print(line.sanitised) }
        if detail.live.isEmpty { try print("its definitions alone: no override, rollout or kill") }
    }
}
