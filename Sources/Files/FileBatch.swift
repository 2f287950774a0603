/// Files that are put in place together, in less time than each by itself would take.
///
/// Each is whole or not there at all, whenever the process or the machine stops; between them there is no promise but that
/// they come in the order in which they were staged. Those that are not put in place are deleted with the last reference.
///
/// Keeps the directories open.
package final class FileBatch {
    private var staged: [(directory: Directory, name: String)] = []

    /// With more files than this it is quicker to make all of the file system last than one after the other, though it may
    /// hold what others have written.
    private static let limitOfSingleFiles = 128

    package init() {}

    deinit {
        // What cannot be deleted is replaced by whoever writes it next.
        for (directory, name) in staged { try? directory.remove(Directory.temporary(for: name)) }
    }

    /// Writes a file under another name, see ``Directory/stage(_:for:modified:)``.
    package func stage(_ bytes: [UInt8], for name: String, in directory: Directory, modified: Int64?)
        throws(FileError)
    {
        try directory.stage(bytes, for: name, modified: modified)
        staged.append((directory, name))
    }

    /// Puts all that are staged in place; then they last.
    package func commit() throws(FileError) {
        guard let fileSystem = staged.first?.directory else { return }
        let isLarge = staged.count > Self.limitOfSingleFiles
        if isLarge {
            try fileSystem.secureFileSystem()
        } else {
            for (directory, name) in staged { try directory.secure(stagedFor: name) }
        }
        let directories = Dictionary(staged.map { (ObjectIdentifier($0.directory), $0.directory) }) {
            first,
            _ in first
        }
        while let (directory, name) = staged.first {
            try directory.place(name)
            staged.removeFirst()
        }
        if isLarge {
            try fileSystem.secureFileSystem()
        } else {
            for directory in directories.values { try directory.sync() }
        }
    }
}
