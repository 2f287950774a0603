// What a widget extension does with the App Group file, for Benchmarks/client.
//
//     gate-benchmark keep DIR APP KEY              puts a response from standard input into the file: header lines, an
//                                                  empty line, and the body
//     gate-benchmark decide DIR APP KEY WIDGET     opens the gate and decides about a widget
//     gate-benchmark believe DIR APP KEY WIDGET    checks digest and signature and no more, which no gate can do without
//
// The last two say `ready` on standard output, wait for a byte, work, print the nanoseconds that it took, and wait for the
// end of their input. What is linked is started, but nothing of it has been used when they are ready.

import ConfigBundle
import Cryptography
import Glibc
import Rollout
import WidgetGating

func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// Nothing of the standard library is used before the clock starts.
func measured(_ work: () throws -> Void) rethrows {
    var byte: UInt8 = 0
    write(STDOUT_FILENO, "ready\n", 6)
    read(STDIN_FILENO, &byte, 1)
    let start = nanoseconds()
    try work()
    let end = nanoseconds()
    print(end - start)
    fflush(nil)
    read(STDIN_FILENO, &byte, 1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 5 else { exit(2) }
switch (arguments[1], arguments.count) {
case ("keep", 5):
    try Response.fromStandardInput().keep(
        in: arguments[2],
        app: AppID(arguments[3]),
        key: BundleKey(base64: arguments[4])
    )
case ("decide", 6):
    try measured {
        let answer = try Extension(arguments).answer()
        guard answer.reason == .enabled else { exit(3) }
    }
case ("believe", 6):
    try measured { try Extension(arguments).believe() }
default:
    exit(2)
}
