// Decodes a bundle with Foundation's JSONDecoder, for Benchmarks/client: the peer of gate-benchmark.
//
//     decoder-benchmark FILE
//
// Says `ready` on standard output, waits for a byte, reads and decodes, prints the nanoseconds that it took, and waits
// for the end of its input.

import FoundationEssentials
import Glibc

func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

let arguments = CommandLine.arguments
guard arguments.count == 2 else { exit(2) }
var byte: UInt8 = 0
write(STDOUT_FILENO, "ready\n", 6)
read(STDIN_FILENO, &byte, 1)
let start = nanoseconds()
let data = try Data(contentsOf: URL(filePath: arguments[1]))
let bundle = try JSONDecoder().decode(Bundle.self, from: data)
let end = nanoseconds()
guard !bundle.flags.isEmpty, bundle.widgets["WallpaperLockWidget"]?.flags?.isEmpty == false else { exit(3) }
print(end - start)
fflush(nil)
read(STDIN_FILENO, &byte, 1)
