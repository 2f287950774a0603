// Uses a store from a process of its own, so that tests can race it, kill it and take its permissions away.
//
//     store-writer PATH USER write ACTOR COUNT    changes one document COUNT times; prints `REVISION TEXT` after each
//     store-writer PATH USER create               opens the store, making it; prints its revision
//     store-writer PATH USER read                 prints the revision, and again for each line on standard input
//
// USER is a numeric user and group to become first, or `-`. What goes wrong is one line on standard error, and
// status 1.

import Glibc
import RolloutStore

/// Unbuffered: a line that was printed has left the process, whatever becomes of it.
func printNow(_ line: String) {
    let text = line + "\n"
    guard write(STDOUT_FILENO, text, text.utf8.count) == text.utf8.count else { exit(3) }
}

func become(user: String) {
    guard user != "-", let id = UInt32(user) else { return }
    guard setgroups(0, nil) == 0, setgid(id) == 0, setuid(id) == 0 else { exit(4) }
}

func write(to store: SQLiteStore, actor: String, count: Int) throws {
    let key = StateKey(app: "aurora", kind: "flag", name: actor)
    for number in 0..<count {
        let author = Author(
            actor: actor,
            millisecondsSince1970: Int64(number),
            action: "flag set",
            reason: "number \(number)"
        )
        let (text, changes) = try store.change(by: author) { state in
            // Counts on from what is there, so that a lost change would show as a number that comes twice.
            let text = "\((try state.document(key).flatMap { Int($0.text) } ?? 0) + 1)"
            try state.set(key, to: text)
            return text
        }
        for change in changes { printNow("\(change.revision) \(text)") }
    }
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(2) }
become(user: arguments[2])
do {
    switch (arguments[3], arguments.count) {
    case ("write", 6):
        let store = try SQLiteStore(path: arguments[1], access: .create)
        try write(to: store, actor: arguments[4], count: Int(arguments[5]) ?? 0)
    case ("create", 4):
        printNow("\(try SQLiteStore(path: arguments[1], access: .create).revision())")
    case ("read", 4):
        let store = try SQLiteStore(path: arguments[1], access: .read)
        repeat { printNow("\(try store.revision())") } while readLine() != nil
    default:
        exit(2)
    }
} catch {
    let line = "\(error)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
}
