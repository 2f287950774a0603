import AccessTokens
import CommandLineKit
import ReleaseDesk
import RemoteDesk
import RolloutStore
import StrictJSON

private let expect = Option(
    "expect",
    value: "REVISION:HASH",
    help: "What `audit head` once printed; the log must hold it. May be given more than once.",
    repeats: .anyTimes
)

let auditCommand = Command(
    "audit",
    summary: "Prove that the log is as it was recorded.",
    subcommands: [
        Command(
            "verify",
            summary: "Hold every change against its hash, and name the first that is not as it was recorded.",
            discussion: """
                A change that was altered, removed, moved or added by hand is named, and so is a live document that \
                is not what the log says. That the end of the log was cut off, or all of it written anew, shows only \
                by a hash that was kept elsewhere: --expect.
                """,
            examples: [
                .init("Check the whole log", "widgetctl audit verify"),
                .init(
                    "Against what was kept elsewhere last night",
                    "widgetctl audit verify --expect \"$(cat last-night.txt)\""
                ),
            ],
            options: [expect]
        ) { call in
            let heads: [LogHead] = try call.values(of: expect) { text in
                guard let head = LogHead(parsing: text) else { throw UnreadableHead() }
                return head
            }
            let result = try call.audit(expecting: heads)
            if call.wantsJSON {
                try call.print(result.json)
            } else if result.firstBreak == nil {
                try call.print(
                    result.head.map { "\(result.count) changes are as they were recorded, up to \($0)" }
                        ?? "no changes yet"
                )
            }
            guard let found = result.firstBreak else { return .success }
            throw BrokenLog(place: try call.place, found: found)
        },
        Command(
            "head",
            summary:
                "Print the last revision and its hash, to be kept where no writer of the store can change it.",
            examples: [.init("Keep it every night", "widgetctl audit head >> /mnt/elsewhere/heads.txt")]
        ) { call in
            let head = try call.readingDesk().store.read { try $0.head() }
            if call.wantsJSON {
                try call.print(head?.json ?? .null)
            } else {
                try call.print(head?.description ?? "no changes yet")
            }
            return .success
        },
    ]
)

/// The log is not what was recorded in it.
private struct BrokenLog: Error, CustomStringConvertible {
    let place: String
    let found: LogBreak

    var description: String {
        "\(place): \(found); keep the file as it is, for whoever looks into it, and see \"Audit\" in "
            + "Documentation/store.md"
    }
}

private struct UnreadableHead: Error, CustomStringConvertible {
    let description = "expected REVISION:HASH, as `widgetctl audit head` prints it"
}

extension LogHead {
    fileprivate var json: JSON { ["revision": .integer(revision), "hash": .string(hash.description)] }
}

extension Invocation {
    /// With a bar on a terminal, since a long log takes seconds.
    fileprivate func audit(expecting heads: [LogHead]) throws -> AuditResult {
        if let holder = try adminClient()?.holder(), holder.apps != nil {
            throw DeskError.refused(
                "the log of all apps is one chain, and the token of \(holder.name) is not for all of them"
            )
        }
        let store = try readingDesk().store
        let bar = ProgressBar("verifying", total: Int(try store.revision()), on: output.standardError)
        defer { bar.finish() }
        return try store.audit(expecting: heads) { bar.advance() }
    }
}
