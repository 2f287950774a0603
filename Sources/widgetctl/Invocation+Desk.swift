import CommandLineKit
import Glibc
import ReleaseDesk
import Rollout
import RolloutStore
import SystemClock

extension Invocation {
    /// A desk that only reads, with least privilege.
    func readingDesk() throws -> ReleaseDesk { try desk(.read) }

    /// A desk that may change the store.
    ///
    /// - Parameter creating: Whether to make the store when there is none.
    func changingDesk(creating: Bool = false) throws -> ReleaseDesk { try desk(creating ? .create : .write) }

    /// The store's absolute path: a relative one depends on where the command was called.
    var storePath: String { get throws { try absolutePath(requiredValue(of: .store)) } }

    private func desk(_ access: SQLiteStore.Access) throws -> ReleaseDesk {
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
    func order(reason: Option, allowsRemoval: Bool = false) -> ReleaseDesk.Order {
        ReleaseDesk.Order(
            reason: value(of: reason) ?? "",
            isDryRun: isSet(.dryRun),
            allowsRemoval: allowsRemoval
        )
    }
}
