import Cryptography
import Rollout
import StrictJSON
package import Thumbnails
package import WallpaperManifest

/// Every picture that is made of one wallpaper.
package struct RenditionList: Equatable, Sendable {
    /// One picture: by which recipe, and in which of its sizes.
    package struct Entry: Equatable, Sendable {
        package let recipe: Recipe
        package let size: PixelSize
        /// The most bytes that it may have once it is encoded.
        package let byteCap: Int
    }

    package let entries: [Entry]

    /// Of every recipe every size.
    package init(_ book: RecipeBook) {
        entries = book.recipes.flatMap { recipe in
            recipe.sizes.map { Entry(recipe: recipe, size: $0, byteCap: book.limits.byteCap(of: $0)) }
        }
    }

    /// Raised when the same source and recipes give other pictures, which are then all made anew.
    static let pipelineVersion: Int64 = 4

    /// What a rendering is known by: the hash of the source, how it is seen, and what is made of it.
    ///
    /// - Parameter source: The hash of the file's bytes.
    /// - Returns: 64 hexadecimal digits.
    package func key(source: String, focus: WallpaperNotes.Focus?) -> String {
        let document: JSON = [
            "pipeline": .integer(Self.pipelineVersion), "source": .string(source),
            "focus": focus.map { [.number($0.x), .number($0.y)] } ?? .null,
            "renditions": .array(entries.map(\.identity)),
        ]
        return SHA256.hash(document.canonicalBytes).hexadecimal
    }
}

extension RenditionList.Entry {
    /// All that changes the picture's bytes, and its name.
    fileprivate var identity: JSON {
        [
            "recipe": .string(recipe.name), "size": size.json, "fit": .string(recipe.fit.rawValue),
            "treatment": .string(recipe.treatment.rawValue), "encoding": .string("\(recipe.encoding)"),
            "families": .array(recipe.families.map { .string($0.rawValue) }),
            "byteCap": .integer(Int64(byteCap)),
        ]
    }
}
