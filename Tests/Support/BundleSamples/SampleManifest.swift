import Cryptography
import Rollout
import StrictJSON
package import WallpaperManifest

/// Manifests as the wallpaper job makes them.
package enum SampleManifest {
    /// What stands for the bytes of a wallpaper's picture of that width.
    package static func picture(of name: String, width: Int) -> [UInt8] { Array("\(name) at \(width)".utf8) }

    /// A wallpaper with square pictures of the recipe `small`.
    package static func wallpaper(
        _ name: String,
        category: String? = nil,
        publication: Publication = .always,
        widths: [Int] = [338, 531]
    ) throws -> Manifest.Wallpaper {
        Manifest.Wallpaper(
            id: try WallpaperID(name),
            title: "The \(name)",
            category: try category.map { try WallpaperCategory($0) },
            publication: publication,
            placeholder: "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
            variants: try widths.map { width in
                let bytes = picture(of: name, width: width)
                return Manifest.Variant(
                    recipe: "small",
                    size: PixelSize(width: width, height: width),
                    file: try ImageFile(
                        hash: SHA256.hash(bytes).hexadecimal,
                        format: .jpg,
                        byteCount: bytes.count
                    )
                )
            }
        )
    }

    /// All the same but for their names.
    package static func make(_ names: [String], app: String = "minimal-wallpapers") throws -> Manifest {
        Manifest(app: try AppID(app), wallpapers: try names.map { try wallpaper($0) })
    }
}

extension Manifest {
    /// What is published.
    package var published: [UInt8] { json.canonicalBytes }
}
