// `environ` is a global variable of C, which the compiler cannot know to be left alone by other threads.
@preconcurrency import Glibc

/// The environment variables of this process, copied.
///
/// To be called at the start: nothing may change the environment meanwhile. Of a variable that is there twice
/// the first counts, as for `getenv`.
package func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
    while let text = entry.pointee {
        let parts = String(cString: text).split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        if parts.count == 2 {
            variables[String(parts[0])] = variables[String(parts[0])] ?? String(parts[1])
        }
        entry += 1
    }
    return variables
}
