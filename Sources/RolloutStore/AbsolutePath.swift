import Glibc

/// The path from the root, so that a message tells which file is meant wherever it is read.
///
/// Nothing is looked up but the working directory: links stay, and the file need not exist. A path that is empty, or
/// in a working directory that is gone, stays as it is.
package func absolutePath(_ path: String) -> String {
    guard !path.isEmpty, !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    let rest = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    let start = String(cString: directory)
    return start == "/" ? "/\(rest)" : "\(start)/\(rest)"
}
