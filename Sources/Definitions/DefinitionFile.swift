import Glibc

/// One file of definitions with its bytes.
package struct DefinitionFile: Equatable, Sendable {
    package enum Folder: String, CaseIterable, Sendable {
        case apps = "Apps"
        case flags = "Flags"
    }

    package let folder: Folder
    /// Without `.json`: the name of what it defines.
    package let name: String
    package let bytes: [UInt8]

    package init(folder: Folder, name: String, bytes: [UInt8]) {
        self.folder = folder
        self.name = name
        self.bytes = bytes
    }

    /// From the root of the definitions.
    var path: String { "\(folder.rawValue)/\(name).json" }

    /// The most bytes that a file of definitions may have.
    static let sizeLimit = 1 << 20

    /// Reads `Apps/*.json` and `Flags/*.json` below a root, in the order of their names. Files that start with `.`
    /// and schemas (`*.schema.json`) are passed over.
    ///
    /// - Throws: ``DefinitionsError`` for a folder or files that cannot be read, and for files of another kind.
    package static func all(below root: String) throws(DefinitionsError) -> [DefinitionFile] {
        var files: [DefinitionFile] = []
        var faults: [DefinitionFault] = []
        for folder in Folder.allCases {
            do throws(FileError) {
                for name in try names(in: "\(root)/\(folder.rawValue)")
                where !name.hasPrefix(".") && !name.hasSuffix(".schema.json") {
                    let file = "\(folder.rawValue)/\(name)"
                    guard name.hasSuffix(".json") else {
                        faults.append(fault(file, "is no .json file; only definitions may stand here"))
                        continue
                    }
                    do throws(FileError) {
                        let bytes = try read("\(root)/\(file)")
                        files.append(
                            DefinitionFile(folder: folder, name: String(name.dropLast(5)), bytes: bytes)
                        )
                    } catch {
                        faults.append(fault(file, error.reason))
                    }
                }
            } catch {
                let hint = "; name the folder that holds Apps/ and Flags/ with --definitions"
                faults.append(fault("\(root)/\(folder.rawValue)", error.reason + hint))
            }
        }
        guard faults.isEmpty else { throw DefinitionsError(faults: faults) }
        return files
    }

    private static func fault(_ file: String, _ message: String) -> DefinitionFault {
        DefinitionFault(file: file, path: "", message: message)
    }

    private struct FileError: Error {
        let reason: String

        /// The reason of the last failed call.
        static var last: FileError { FileError(reason: String(cString: strerror(errno))) }
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

    private static func read(_ path: String) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= sizeLimit {
            var status = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                status = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, status)
            }
            guard status >= 0 else { throw .last }
            if status == 0 { return bytes }
            bytes += chunk
        }
        throw FileError(reason: "larger than \(sizeLimit) bytes")
    }
}
