import Glibc
import WorkerProcess

// A worker that does what a test asks of it, a word a message, and answers with a word:
//
//     echo              the text of the file that came along
//     open, socket, fork, write-file, stat   what it may not do; answers with the errno, if it lives
//     crash, hang, spin, exit, allocate      what goes wrong

private let socket = MessageSocket(owning: WorkerProcess.socketDescriptor)

private func answer(to word: String, file: Int32?) throws -> String {
    switch word {
    case "echo":
        guard let file else { return "no file" }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &bytes, bytes.count, 0)
        close(file)
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    case "open": return open("/etc/passwd", O_RDONLY) < 0 ? "errno \(errno)" : "opened"
    case "stat":
        var status = stat()
        return stat("/etc/passwd", &status) < 0 ? "errno \(errno)" : "seen"
    case "write-file":
        guard let file else { return "no file" }
        signal(SIGXFSZ, SIG_IGN)
        return write(file, "x", 1) < 0 ? "errno \(errno)" : "written"
    case "socket":
        return Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0 ? "errno \(errno)" : "made"
    case "fork": return kill(getppid(), 0) == 0 ? "reached" : "errno \(errno)"
    case "crash": abort()
    case "hang": while true { sleep(1000) }
    case "spin": while true {}
    case "exit": exit(7)
    case "allocate":
        var total = 0
        while let memory = malloc(1 << 20) {
            memset(memory, 1, 1 << 20)
            total += 1
            if total > 4096 { break }
        }
        return "\(total)"
    default: return "what?"
    }
}

try Confinement(addressSpaceBytes: 512 << 20).enter()
while let (message, file) = try socket.receive(upTo: 1000) {
    let word = String(decoding: message, as: UTF8.self)
    try socket.send(Array(answer(to: word, file: file).utf8))
}
