import Foundation
import TestSupport

extension RunningProgram {
    /// Starts `app-group-user DIR USER arguments`.
    ///
    /// - Parameter isUnprivileged: Without the superuser's powers, which no permission would stop; a process that
    ///   does not have them keeps its user.
    static func appGroupUser(
        _ directory: TemporaryDirectory,
        isUnprivileged: Bool = false,
        _ arguments: String...
    ) throws -> RunningProgram {
        let user = isUnprivileged && geteuid() == 0 ? "65534" : "-"
        return try RunningProgram(built("app-group-user"), [directory.path, user] + arguments)
    }
}
