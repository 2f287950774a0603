import CommandLineKit
import Glibc
import ReleaseDesk
import RemoteDesk
import Rollout
import RolloutStore
import SystemClock

extension Invocation {
    /// A desk that only reads, with least privilege.
    func readingDesk() throws -> ReleaseDesk {
        guard let client = try adminClient() else { return try desk(.read) }
        return ReleaseDesk(store: RemoteStore(client), actor: actorName, clock: Instant.now)
    }

    /// A desk that may change the store.
    ///
    /// - Parameter creating: Whether to make the store when there is none.
    func changingDesk(creating: Bool = false) throws -> any OperationDesk {
        guard let client = try adminClient() else { return try desk(creating ? .create : .write) }
        // In the environment it is for stores on this machine.
        guard writtenValue(of: .actor) == nil else {
            throw UsageError("--actor goes without a server: there the actor is whoever the token is for")
        }
        return RemoteDesk(client)
    }

    /// The store's absolute path, on this machine: a relative one depends on where the command was called.
    var storePath: String { get throws { try absolutePath(requiredValue(of: .store)) } }

    /// A desk on this machine's store.
    func desk(_ access: SQLiteStore.Access) throws -> ReleaseDesk {
        let store = try SQLiteStore(path: storePath, access: access)
        return ReleaseDesk(store: store, actor: actorName, clock: Instant.now)
    }

    /// Who acts, as the log has it.
    var actorName: String {
        if let name = value(of: .actor) { return name }
        var host = [CChar](repeating: 0, count: 256)
        let hasHost = gethostname(&host, host.count - 1) == 0
        let user = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "user \(getuid())"
        let name = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return hasHost ? "\(user)@\(name)" : user
    }

    /// How the command wants its change made, from those of the options that it has.
    ///
    /// - Parameter time: The option that says when; nil: now.
    func order(reason: Option, allowsRemoval: Bool = false, at time: Option? = nil) throws
        -> ReleaseDesk.Order
    {
        ReleaseDesk.Order(
            reason: value(of: reason) ?? "",
            isDryRun: isSet(.dryRun),
            allowsRemoval: allowsRemoval,
            at: try time.flatMap { try value(of: $0) { try Instant(parsing: $0) } }
        )
    }
}
