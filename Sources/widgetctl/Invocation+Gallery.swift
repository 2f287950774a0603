import CommandLineKit
import Definitions
import RefreshBudget
import Rollout
import Thumbnails
import WallpaperManifest

extension Invocation {
    /// What `Thumbnails/` says of pictures, and what has been made by it.
    ///
    /// - Parameters:
    ///   - manifests: The folder of manifests, one an app; nil: none.
    /// - Returns: nil when none of the apps declares a picture, and nothing is needed.
    func gallery(for apps: [AppProfile], manifests folder: String?) throws -> Gallery? {
        guard apps.contains(where: { $0.widgets.contains { !$0.images.isEmpty } }) else { return nil }
        let root = try requiredValue(of: .definitions)
        let devices = try DeviceTable(parsing: required("\(root)/Thumbnails/devices.json"))
        let recipes = try RecipeBook(parsing: required("\(root)/Thumbnails/recipes.json"))
        var manifests: [AppID: Manifest] = [:]
        if let folder {
            for app in apps.map(\.id) {
                let path = "\(folder)/\(app).json"
                manifests[app] = try Manifest(parsing: required(path, atMost: 256 << 20), file: path)
            }
        }
        return Gallery(devices: devices, recipes: recipes, manifests: manifests)
    }

    private func required(_ path: String, atMost limit: Int = 1 << 20) throws(UnreadableFile) -> [UInt8] {
        do throws(FileError) {
            return try RegularFile.read(path, atMost: limit)
        } catch {
            throw UnreadableFile(path: path, reason: error.reason)
        }
    }
}

/// A file that the check cannot do without.
private struct UnreadableFile: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason); it is needed to check the images that Apps/ declares" }
}
