import Cryptography
import Files
package import Rollout
package import WallpaperManifest

/// The manifest of an app's wallpapers that the store names, as the wallpaper job has left it in its output folder.
///
/// The server and the export both take it from here: a manifest with another hash is none.
package struct NamedManifest: Sendable {
    package let hash: ManifestHash
    package let manifest: Manifest
    /// As clients get it.
    package let bytes: [UInt8]

    /// Reads and checks it.
    ///
    /// - Parameters:
    ///   - path: The job's output folder.
    /// - Throws: ``Fault``, `FileError`, or what is wrong with its content.
    package init(_ hash: ManifestHash, of app: String, in path: String) throws {
        let name = "\(app).json"
        let file = "\(path)/manifests/\(name)"
        let directory = try Directory(path).directory("manifests")
        guard let bytes = try directory?.read(name, atMost: Manifest.byteLimit) else {
            throw Fault("\(file): there is none; `thumbnailer run` makes it, in the same folder")
        }
        let found = SHA256.hash(bytes).hexadecimal
        guard found == hash.text else {
            throw Fault(
                "\(file): its hash is \(found), and the store names \(hash); `thumbnailer run --store` records the "
                    + "one that is there"
            )
        }
        self.hash = hash
        manifest = try Manifest(parsing: bytes, file: file)
        self.bytes = bytes
    }

    /// Why there is none: where, what, and how to mend it.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String

        fileprivate init(_ description: String) { self.description = description }
    }
}
