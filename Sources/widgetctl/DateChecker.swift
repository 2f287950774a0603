import DateFindings
import Glibc
import StrictJSON

/// The program that renders and measures dates, which stands beside this one.
///
/// It is apart so that no other command pays for ICU's tables and the text engine.
enum DateChecker {
    /// Runs it on a request.
    ///
    /// What it has to say of a failure it writes to standard error itself.
    static func answer(to request: DateCheckRequest) throws -> DateReport {
        let program = try path()
        let output = try run(program, on: request.json.canonicalBytes)
        let findings = Findings(unknownKeys: .refuse)
        guard let report = DateReport(JSONField(try JSON(parsing: output), findings: findings)) else {
            throw Failure(program, "its answer cannot be read; both programs must be of the same version")
        }
        return report
    }

    /// Why there is no answer, and what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ program: String, _ cause: String) { description = "\(program): \(cause)" }

        init(_ program: String, code: Int32) { self.init(program, String(cString: strerror(code))) }
    }

    private static func path() throws(Failure) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw Failure("/proc/self/exe", code: errno) }
        let own = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        let program = String(own[..<(own.lastIndex(of: "/") ?? own.startIndex)]) + "/datechecker"
        guard access(program, X_OK) == 0 else {
            throw Failure(
                program,
                "\(String(cString: strerror(errno))); it checks dates, and is installed beside widgetctl"
            )
        }
        return program
    }

    /// What the program writes to standard output.
    private static func run(_ program: String, on input: [UInt8]) throws(Failure) -> [UInt8] {
        let request = try passingFile(input)
        defer { close(request) }
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(program, code: errno) }
        defer { close(ends[0]) }
        // The program is to see the end of its own output.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, request, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        var id: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
        defer { free(arguments[0]) }
        let code = posix_spawn(&id, program, &actions, nil, &arguments, environ)
        close(ends[1])
        guard code == 0 else { throw Failure(program, code: code) }
        let output = readAll(ends[0])
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else {
            throw Failure(program, "did not answer (status \(status)); what it wrote above says why")
        }
        return output
    }

    /// An open file with some bytes, at their start, which goes away with its descriptor.
    ///
    /// A file, and not a pipe, so that neither side waits for the other to read.
    private static func passingFile(_ bytes: [UInt8]) throws(Failure) -> Int32 {
        var template = Array("/tmp/widgetctl-dates-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Failure("a file in /tmp", code: errno) }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count,
            lseek(descriptor, 0, SEEK_SET) == 0
        else {
            let code = errno
            close(descriptor)
            throw Failure("a file in /tmp", code: code)
        }
        return descriptor
    }

    /// Up to the end; a failure to read shows in what is read.
    private static func readAll(_ descriptor: Int32) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                return bytes
            }
        }
    }
}
