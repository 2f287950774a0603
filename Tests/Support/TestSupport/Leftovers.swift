import Foundation
import Synchronization

/// What must not outlive the tests: a static property is never deinitialised, so what it holds ends here.
enum Leftovers {
    private struct State {
        var programs: Set<pid_t> = []
        var directories: Set<String> = []
    }

    private static let state: Mutex<State> = {
        atexit { Leftovers.clear() }
        return Mutex(State())
    }()

    static func add(program: pid_t) { state.withLock { _ = $0.programs.insert(program) } }
    static func remove(program: pid_t) { state.withLock { _ = $0.programs.remove(program) } }
    static func add(directory: String) { state.withLock { _ = $0.directories.insert(directory) } }
    static func remove(directory: String) { state.withLock { _ = $0.directories.remove(directory) } }

    /// Only those that are children still: an identifier may have gone to another process.
    private static func clear() {
        let left = state.withLock { $0 }
        for program in left.programs where waitpid(program, nil, WNOHANG) == 0 { kill(program, SIGKILL) }
        for directory in left.directories { try? FileManager.default.removeItem(atPath: directory) }
    }
}
