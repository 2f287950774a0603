import Glibc

/// One file below `Apps/` or `Flags/`, with its bytes or the reason why it cannot be a definition.
package struct DefinitionFile: Equatable, Sendable {
    /// Where it stands, which says what it defines.
    package enum Folder: String, CaseIterable, Sendable {
        case apps = "Apps"
        case flags = "Flags"
    }

    /// What was found in it.
    package enum Content: Equatable, Sendable {
        case bytes([UInt8])
        /// It could not be read, or is no definition at all.
        case unusable(reason: String)
    }

    package let folder: Folder
    /// With its extension.
    package let fileName: String
    package let content: Content

    /// - Parameter name: Without `.json`: the name of what it defines.
    package init(folder: Folder, name: String, bytes: [UInt8]) {
        self.init(folder: folder, fileName: name + Self.suffix, content: .bytes(bytes))
    }

    package init(folder: Folder, fileName: String, content: Content) {
        self.folder = folder
        self.fileName = fileName
        self.content = content
    }

    private static let suffix = ".json"

    /// The name of what it defines; nil when it is no `.json` file.
    package var name: String? {
        fileName.hasSuffix(Self.suffix) ? String(fileName.dropLast(Self.suffix.count)) : nil
    }

    /// From the root of the definitions.
    package var path: String { "\(folder.rawValue)/\(fileName)" }

    /// The most bytes that a file of definitions may have.
    static let sizeLimit = 1 << 20

    /// Reads `Apps/*.json` and `Flags/*.json` below a root, in the order of their names.
    ///
    /// Files that start with `.` and schemas (`*.schema.json`) are passed over; any other file is in the result.
    ///
    /// - Throws: ``DefinitionsError`` for a folder that cannot be read.
    package static func all(below root: String) throws(DefinitionsError) -> [DefinitionFile] {
        var files: [DefinitionFile] = []
        var faults: [DefinitionFault] = []
        for folder in Folder.allCases {
            let path = "\(root)/\(folder.rawValue)"
            do throws(FileError) {
                for name in try names(in: path) where !name.hasPrefix(".") && !name.hasSuffix(".schema.json")
                {
                    let content = content(of: "\(path)/\(name)")
                    files.append(DefinitionFile(folder: folder, fileName: name, content: content))
                }
            } catch {
                let hint = "; name the folder that holds Apps/ and Flags/ with --definitions"
                faults.append(DefinitionFault(file: path, path: "", message: error.reason + hint))
            }
        }
        guard faults.isEmpty else { throw DefinitionsError(faults: faults) }
        return files
    }

    private static func content(of path: String) -> Content {
        guard path.hasSuffix(suffix) else {
            return .unusable(reason: "its name does not end in .json; only definitions may stand here")
        }
        do throws(FileError) {
            return .bytes(try RegularFile.read(path, atMost: sizeLimit))
        } catch {
            return .unusable(reason: error.reason)
        }
    }

    private static func names(in folder: String) throws(FileError) -> [String] {
        guard let directory = opendir(folder) else { throw .last }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw .last }
                return names.sorted()
            }
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                        String(cString: $0)
                    }
                }
            )
        }
    }
}
