import Foundation
import TestSupport

extension RunningProgram {
    /// Starts `store-writer PATH USER arguments`.
    ///
    /// - Parameter isUnprivileged: Without the superuser's powers, which no permission would stop; a process that
    ///   does not have them keeps its user.
    static func storeWriter(path: String, isUnprivileged: Bool = false, _ arguments: String...) throws
        -> RunningProgram
    {
        let user = isUnprivileged && geteuid() == 0 ? "65534" : "-"
        return try RunningProgram(built("store-writer"), [path, user] + arguments)
    }
}
