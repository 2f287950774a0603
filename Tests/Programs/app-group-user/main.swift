// Uses an App Group from a process of its own, so that tests can race it, kill it and take its permissions away.
//
//     app-group-user DIR USER crash COUNT SEED   kills COUNT writers, one after the other, and prints what it found
//     app-group-user DIR USER read               reads until its input ends, and prints what it found
//     app-group-user DIR USER write REVISION     writes one bundle and prints what became of it
//     app-group-user DIR USER full BYTES         the same, where no file may grow beyond so many bytes
//     app-group-user DIR USER identify           waits for a line of input, then prints the installation's identity
//
// USER is a numeric user and group to become first, or `-`. What goes wrong is one line on standard error, and status 1.

import Glibc
import Rollout
import WidgetGating

func become(user: String) {
    guard user != "-", let id = UInt32(user) else { return }
    guard setgroups(0, nil) == 0, setgid(id) == 0, setuid(id) == 0 else { exit(4) }
}

func number(_ text: String) -> Int {
    guard let number = Int(text) else { exit(2) }
    return number
}

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(2) }
become(user: arguments[2])
do {
    let group = AppGroupDirectory(path: arguments[1])
    let bundles = try Bundles(in: group)
    switch (arguments[3], arguments.count) {
    case ("crash", 6):
        var test = CrashTest(bundles, seed: UInt64(number(arguments[5])))
        print(try test.run(times: number(arguments[4])))
    case ("read", 4):
        print(try ReadingTest(bundles).run())
    case ("write", 5):
        print(try bundles.write(revision: Int64(number(arguments[4]))))
    case ("full", 5):
        var limit = rlimit(rlim_cur: rlim_t(number(arguments[4])), rlim_max: rlim_t.max)
        // The signal would end the process before it hears of the error.
        signal(SIGXFSZ, SIG_IGN)
        guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(5) }
        print(try bundles.write(revision: 2))
    case ("identify", 4):
        _ = readLine()
        print(try InstallationIdentity(in: group, app: Bundles.app()).id)
    default:
        exit(2)
    }
} catch {
    let line = "\(error)\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(1)
}
