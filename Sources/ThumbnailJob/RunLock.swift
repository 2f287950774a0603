import Glibc
import Rollout

/// Keeps other runs out of an output folder until this value is gone, also when its process is killed.
package struct RunLock: ~Copyable {
    private static let name = "lock"
    private let descriptor: Int32

    /// - Parameter now: For the one who is kept out.
    /// - Throws: ``Held``, or ``JobError``.
    init(in folder: borrowing Folder, at now: Instant) throws {
        descriptor = openat(folder.descriptor, Self.name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw folder.error(.lock, Self.name, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            guard code == EWOULDBLOCK else { throw folder.error(.lock, Self.name, code) }
            throw Held(path: "\(folder.path)/\(Self.name)", holder: Self.text(descriptor))
        }
        // Only for people: without it the lock holds all the same.
        let text = Array("process \(getpid()), since \(now)".utf8)
        guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else {
            throw folder.error(.lock, Self.name, errno)
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Closing alone would leave the lock to a process that is being started at this moment.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Another run is under way.
    package struct Held: Error, Equatable, Sendable, CustomStringConvertible {
        package let path: String
        /// `process 4711, since 2026-12-01T02:00:00Z`.
        package let holder: String

        package var description: String {
            "\(path): another run is under way (\(holder)); let it finish, or stop it with SIGTERM"
        }
    }

    private static func text(_ descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : "it has not said which"
    }
}
