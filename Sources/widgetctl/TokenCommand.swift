import AccessTokens
import CommandLineKit
import Definitions
import RemoteDesk
import Rollout
import RolloutStore
import StrictJSON
import SystemClock

private let role = Option(
    "role",
    value: "ROLE",
    help: "What its holder may do; each may do what those before it may.",
    isRequired: true,
    completion: .values(Role.allCases.map(\.rawValue))
)
private let app = Option(
    "app",
    value: "APP|all",
    help: "Only for this app.",
    default: "all",
    repeats: .list(separator: ","),
    completion: .appsAndAll
)
private let expires = Option(
    "expires",
    value: "TIME",
    help:
        "From when on it is of no use: a time such as 2027-03-01T00:00:00Z, or a span such as 90d. Otherwise never."
)
private let name = Option(
    "name",
    value: "NAME",
    help: "Whose it is: the actor of every change that is made with it.",
    isRequired: true
)
private let id = Argument(
    "ID",
    help: "The ID of the token, as `token list` shows it.",
    completion: .computed { call in try call.tokenDesk(.read).tokens().filter { $0.revoked == nil }.map(\.id)
    }
)

let tokenCommand = Command(
    "token",
    summary: "Manage the tokens by which people and programs change the store from another machine.",
    discussion: """
        Roles, each of which may do all that those before it may:
            viewer    reads the state and the log
            operator  changes what is live: kills, rollouts, overrides, rollbacks
            approver  approves what others ask for
            admin     applies definitions, and makes and revokes tokens

        The store keeps a hash of each token, so nobody can show one again. No token is part of the log or of what \
        `history` exports; backups have the hashes.
        """,
    subcommands: [
        Command(
            "create",
            summary: "Make a token, and show it this once.",
            examples: [
                .init("For a person", "widgetctl token create --name mika --role operator --expires 90d"),
                .init(
                    "For a dashboard of two apps",
                    "widgetctl token create --name dashboard --role viewer --app aurora-wallpapers,zen-wallpapers"
                ),
            ],
            options: [role, app, expires, name]
        ) { call in
            let apps = call.values(of: app)
            let order = TokenDesk.Order(
                name: try call.requiredValue(of: name),
                role: try call.requiredValue(of: role) { Role(rawValue: $0) },
                apps: apps.contains("all") ? [] : apps,
                expires: try call.value(of: expires, as: moment)
            )
            let (record, token) = try call.tokenDesk(.write).create(order)
            if call.wantsJSON {
                guard case .object(var object) = record.json(at: .now()) else { return .failure }
                object["token"] = .string(token.secretText)
                try call.print(JSON.object(object))
            } else {
                try call.print("token \(record.id) of \(record.words); it is shown only now:".sanitised)
                try call.print(token.secretText)
            }
            return .success
        },
        Command(
            "list",
            summary: "List all tokens that there ever were, the oldest first.",
            examples: [.init("Who may do what", "widgetctl token list")]
        ) { call in
            let tokens = try call.tokenDesk(.read).tokens()
            let now = Instant.now()
            if call.wantsJSON {
                try call.print(JSON.array(tokens.map { $0.json(at: now) }))
            } else if tokens.isEmpty {
                try call.print("no tokens yet")
            } else {
                try call.write(Table(tokens, at: now))
            }
            return .success
        },
        Command(
            "revoke",
            summary: "Take a token back, at once and for ever.",
            examples: [.init("When a laptop is lost", "widgetctl token revoke 3f9a0c71d2e4")],
            arguments: [id]
        ) { call in
            let record = try call.tokenDesk(.write).revoke(call.argument(id))
            if call.wantsJSON {
                try call.print(record.json(at: .now()))
            } else {
                let since = record.revoked.map { " since \($0)" } ?? ""
                try call.print("token \(record.id) of \(record.name) is revoked\(since)".sanitised)
            }
            return .success
        },
    ]
)

/// A moment, or the end of a span that begins now.
@Sendable private func moment(_ text: String) throws -> Instant {
    if let seconds = TimeSpan.seconds(text) { return Instant.now().adding(seconds: seconds).wholeSecond }
    return try Instant(parsing: text)
}

extension Invocation {
    fileprivate func tokenDesk(_ access: SQLiteStore.Access) throws -> any TokenKeeping {
        if let client = try adminClient() { return RemoteTokenDesk(client) }
        return TokenDesk(
            store: try SQLiteStore(path: storePath, access: access),
            actor: actorName,
            clock: Instant.now
        )
    }
}

extension TokenRecord {
    fileprivate var words: String {
        let scope = apps.map { "for \($0.isEmpty ? "no app" : $0.joined(separator: ", "))" } ?? "for all apps"
        return "\(name): \(roleName), \(scope), \(expires.map { "until \($0)" } ?? "for ever")"
    }
}

extension Table {
    fileprivate init(_ tokens: [TokenRecord], at now: Instant) {
        self.init(columns: [
            .init("ID"), .init("NAME", whenNarrow: .wraps), .init("ROLE"), .init("APPS", whenNarrow: .wraps),
            .init("STATE"), .init("EXPIRES"), .init("LAST USED"), .init("CREATED", whenNarrow: .isLeftOut),
            .init("BY", whenNarrow: .isLeftOut),
        ])
        for token in tokens {
            let state = token.state(at: now)
            add([
                Table.Cell(token.id), Table.Cell(token.name), Table.Cell(token.roleName),
                Table.Cell(token.apps.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") } ?? "all"),
                state == .active ? Table.Cell(state.rawValue) : Table.Cell(state.rawValue, .yellow),
                Table.Cell(token.expires.map { "\($0)" } ?? "never"),
                Table.Cell(token.lastUsed.map { "\($0)" } ?? "never"), Table.Cell("\(token.created)"),
                Table.Cell(token.createdBy),
            ])
        }
    }
}
