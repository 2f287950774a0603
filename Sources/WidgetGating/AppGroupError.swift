public import ConfigBundle

/// What went wrong with a file in the App Group: with which, while doing what, and why.
///
/// Thrown where there is no way on, and given as a value where there is one.
public struct AppGroupError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Operation: String, Sendable {
        case read, write, lock
        case setAside = "set aside"
    }

    /// Why it could not be done.
    public enum Cause: Error, Equatable, Sendable {
        /// The system refused; its number for why (`errno`).
        case system(code: Int32)
        /// Something else is in the file's place: a symbolic link, a pipe, a directory.
        case notAFile
        /// Larger than the limit, in bytes.
        case tooLarge(limit: Int)
        /// Not what was written: cut off, or changed; where that shows.
        case corrupt(String)
        /// Whole, but of a format that this version does not know.
        case unknownFormat(UInt32)
        /// Whole, but the bundle in it is not to be believed, or not for this app.
        case refused(BundleError)
        /// Another process has held the lock for a second.
        case busy
    }

    /// What was being done.
    public let operation: Operation
    /// Which file.
    public let path: String
    /// Why it could not be done.
    public let cause: Cause

    /// Whether what is in the file's place is damaged, and of no more use to anyone.
    var isOfContent: Bool {
        switch cause {
        case .corrupt, .notAFile: true
        case .system(let code): code == damagedMedium
        case .tooLarge, .unknownFormat, .refused, .busy: false
        }
    }

    /// Whether what is in the file's place is whole, but no bundle that a newer one could lose to.
    var isReplaceable: Bool {
        switch cause {
        case .tooLarge, .unknownFormat, .refused: true
        case .corrupt, .notAFile, .system, .busy: false
        }
    }

    /// What happened and what to do about it, in one line.
    public var description: String { "cannot \(operation.rawValue) \(path): \(cause)" }
}

extension AppGroupError.Cause: CustomStringConvertible {
    /// Why, and what to do about it, in one line.
    public var description: String {
        switch self {
        case .system(let code): systemReason(code)
        case .notAFile: "something else than a file is in its place; remove it"
        case .tooLarge(let limit):
            "it is larger than \(limit) bytes; the next one that is fetched takes its place"
        case .corrupt(let reason): "it is corrupt: \(reason); the next one that is written takes its place"
        case .unknownFormat(let format):
            "it has format \(format), which a newer version of the app has written; the next bundle that is fetched "
                + "takes its place"
        case .refused(let error): "\(error); the next bundle that is fetched takes its place"
        case .busy: "another process holds its lock; try again later"
        }
    }
}
