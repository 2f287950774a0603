#if canImport(Darwin)
    import Darwin

    private let systemRename = Darwin.rename
#else
    import Glibc

    private let systemRename = Glibc.rename
#endif

/// Gives a file another name, in place of what has that name: also when one of the two is a directory, unless
/// something is in the one that is to give way.
func rename(
    _ path: String,
    to new: String,
    _ operation: AppGroupError.Operation
) throws(AppGroupError) {
    if systemRename(path, new) == 0 { return }
    let code = errno
    // The system puts a file only in a file's place, and a directory only in a directory's.
    let isOfAnotherKind = code == EISDIR || code == ENOTDIR
    guard isOfAnotherKind, unlink(new) == 0 || rmdir(new) == 0, systemRename(path, new) == 0 else {
        throw AppGroupError(operation: operation, path: path, cause: .system(code: code))
    }
}

/// The system's number for a directory where a file was to be put.
let directoryInPlace = EISDIR

/// The system's number for a medium that does not give back what was written to it.
let damagedMedium = EIO

/// What the system says of a number that it gave as the reason, and what to do about it.
func systemReason(_ code: Int32) -> String {
    let advice =
        switch code {
        case ENOENT, ENOTDIR: "; the App Group's directory has to be there"
        case ENOSPC, EDQUOT, EFBIG: "; free some space"
        case EACCES, EPERM, EROFS:
            "; the App Group must be among the entitlements, and the device have been unlocked since it was started"
        default: ""
        }
    return String(cString: strerror(code)) + advice
}
