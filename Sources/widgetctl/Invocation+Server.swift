import AccessTokens
import CommandLineKit
import ReleaseDesk
import RemoteDesk
import RolloutStore
import Synchronization

extension Option {
    static let server = Option(
        "server",
        value: "URL",
        help: "Work on the store of this server, `widgetd --admin-listen`, instead of one on this machine.",
        environment: "WIDGET_SERVER"
    )
    static let tokenFile = Option(
        "token-file",
        value: "FILE",
        help:
            "The file with the token for --server, for its owner alone. Otherwise WIDGET_TOKEN, or it is asked for.",
        environment: "WIDGET_TOKEN_FILE",
        completion: .file
    )
    static let authority = Option(
        "ca",
        value: "FILE",
        help: "Believe servers by these certificates (PEM) instead of the system's.",
        environment: "WIDGET_CA",
        completion: .file
    )
}

extension Invocation {
    /// The server whose store the command works on; nil: a store on this machine.
    ///
    /// What is written on the command line counts for more than what the environment has.
    var server: ServerAddress? {
        get throws(UsageError) {
            if writtenValue(of: .store) != nil {
                guard writtenValue(of: .server) == nil else {
                    throw UsageError("--store and --server exclude each other: the store is here or there")
                }
                return nil
            }
            return try value(of: .server) { try ServerAddress(parsing: $0) }
        }
    }

    /// Where the store is: its absolute path, or the server's address.
    var place: String { get throws { try server?.description ?? storePath } }

    /// Refuses a command that works on files of the machine that has the store.
    func requireThisMachine() throws(UsageError) {
        guard let server = try server else { return }
        let name = path.dropFirst().joined(separator: " ")
        throw UsageError(
            "\(name) works on files of the machine that has the store: run it there, not with the server \(server)"
        )
    }

    /// The client for a server; nil without one.
    func adminClient() throws -> AdminClient? {
        guard let server = try server else { return nil }
        return try Clients.client(
            Clients.Key(
                server: server.description,
                tokenFile: value(of: .tokenFile),
                authority: value(of: .authority)
            )
        ) {
            try AdminClient(server, token: readToken(for: server), authorityFile: value(of: .authority))
        }
    }

    private func readToken(for server: ServerAddress) throws -> AccessToken {
        let (text, source) = try TokenSource.read(
            file: value(of: .tokenFile),
            isFileWritten: writtenValue(of: .tokenFile) != nil,
            variable: environment["WIDGET_TOKEN"],
            mayAsk: output.standardError.terminal.isTerminal,
            for: server.description
        )
        do throws(TokenRefusal) {
            return try AccessToken(parsing: text)
        } catch {
            throw UsageError("\(source): \(error)")
        }
    }
}

/// One client for each server that a command asks, so that connections are kept and nobody is asked for a token twice.
private enum Clients {
    struct Key: Hashable {
        let server: String
        let tokenFile: String?
        let authority: String?
    }

    private static let open = Mutex<[Key: AdminClient]>([:])

    static func client(_ key: Key, _ make: () throws -> AdminClient) throws -> AdminClient {
        try open.withLock { open in
            if let client = open[key] { return client }
            let client = try make()
            open[key] = client
            return client
        }
    }
}
