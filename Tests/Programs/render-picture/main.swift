// Renders a picture in a process of its own, so that tests can measure its memory and see it crash.
//
//     render-picture SOURCE DIRECTORY [limits=WORD,...] [preview=EDGE] RENDITION...
//
// A rendition is WIDTHxHEIGHT[,WORD...], of the words `attention`, `focal=X/Y`, `dimmed=BRIGHTNESS/BLACKPOINT`,
// `circle`, `rectangle`, `png` and a JPEG quality. Files 0, 1, ... appear in the directory; `-` writes none. The facts
// are printed on one line, then the peak memory in kB. What goes wrong is one line on standard error, and status 1.

import Glibc
import Imaging

func fail(_ message: String, status: Int32) -> Never {
    let line = message + "\n"
    _ = write(STDERR_FILENO, line, line.utf8.count)
    exit(status)
}

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
        limits: order.limits
    )
    for (number, picture) in rendered.pictures.enumerated() where arguments[1] != "-" {
        guard let file = fopen("\(arguments[1])/\(number)", "w") else { fail("no output", status: 2) }
        guard fwrite(picture.bytes, 1, picture.bytes.count, file) == picture.bytes.count, fclose(file) == 0
        else {
            fail("no room", status: 2)
        }
    }
    print(rendered.source)
} catch {
    fail("\(error)", status: 1)
}
var usage = rusage()
getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
print(usage.ru_maxrss)
