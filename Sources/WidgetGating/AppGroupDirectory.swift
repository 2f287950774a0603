import Rollout

/// The directory that an app shares with its extensions: the container of its App Group.
///
/// On Apple platforms the app makes it of what `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)`
/// gives, or of a directory in there that exists. Several apps may share one; each has files of its own in it.
public struct AppGroupDirectory: Hashable, Sendable {
    /// As it was given; neither read nor made.
    public let path: String

    /// - Parameter path: Absolute, with or without a slash at the end.
    public init(path: String) {
        self.path = path
    }

    /// The path of one of an app's files.
    func file(_ app: AppID, _ name: String) -> String {
        path.utf8.last == UInt8(ascii: "/") ? "\(path)\(app).\(name)" : "\(path)/\(app).\(name)"
    }

    /// The path of the file that is locked by those who put others of an app's files in place; it stays empty.
    func lock(_ app: AppID) -> String { file(app, "lock") }
}
