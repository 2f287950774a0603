import Glibc

extension Directory {
    /// Which file has a name; nil when none has.
    ///
    /// - Throws: ``FileError``, for a symbolic link and for what is no regular file too.
    package func identity(of name: String) throws(FileError) -> FileIdentity? {
        try kind(of: name, wanted: S_IFREG, "use").map(FileIdentity.init)
    }

    /// Opens a file for reading; nil when there is none.
    ///
    /// - Returns: A descriptor for the caller to close, and which file it is.
    /// - Throws: ``FileError``, for a symbolic link and for what is no regular file too.
    package func openFile(_ name: String) throws(FileError) -> (descriptor: Int32, identity: FileIdentity)? {
        // Without O_NONBLOCK a pipe in the file's place would keep the caller waiting.
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            let code = errno
            guard code != ENOENT else { return nil }
            throw FileError("open", path(name), code == ELOOP ? .link : .system(code))
        }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw FileError("open", path(name), .special)
        }
        return (file, FileIdentity(status))
    }
}
