import Glibc
import Imaging

private func fail(_ message: String, status: Int32) -> Never {
    let line = message + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(status)
}

/// Without a name.
private func temporaryFile() -> Int32 {
    var name = Array("/tmp/render-picture-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0, unlink(name) == 0 else { fail("no temporary file", status: 2) }
    return descriptor
}

/// Of this program alone: what getrusage tells begins with the memory of the process that started it.
private func printPeakMemory() {
    guard let file = fopen("/proc/self/status", "r") else { fail("no /proc", status: 2) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if text.hasPrefix("VmHWM:") { print(text.filter(\.isNumber)) }
    }
    fclose(file)
}

/// What `render-picture` and `render-picture-plainly` do with their command line.
package func renderPicture() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3, let order = Order(arguments.dropFirst(2)) else {
        fail("wrong command line", status: 2)
    }
    let descriptor = open(arguments[0], O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { fail("\(arguments[0]) cannot be opened", status: 2) }
    let size = Int(lseek(descriptor, 0, SEEK_END))
    do {
        let rendered = try render(
            fileDescriptor: descriptor,
            size: size,
            order.renditions,
            previewEdge: order.previewEdge,
            scratch: temporaryFile(),
            limits: order.limits
        )
        for (number, picture) in rendered.pictures.enumerated() where arguments[1] != "-" {
            guard let file = fopen("\(arguments[1])/\(number)", "w") else { fail("no output", status: 2) }
            guard fwrite(picture.bytes, 1, picture.bytes.count, file) == picture.bytes.count,
                fclose(file) == 0
            else {
                fail("no room", status: 2)
            }
        }
        print(rendered.source)
        printPeakMemory()
    } catch {
        printPeakMemory()
        fail("\(error)", status: 1)
    }
}
