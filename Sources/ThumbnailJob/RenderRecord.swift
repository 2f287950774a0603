package import StrictJSON
import Thumbnails
package import WallpaperManifest

/// What one rendering gave, kept in `records/<key>.json` so that it is not done again.
package enum RenderRecord: Equatable, Sendable {
    case made(Rendering)
    /// The picture is set aside: what is wrong with it.
    case failed(String)

    /// The pictures of one wallpaper.
    package struct Rendering: Equatable, Sendable {
        package let variants: [Manifest.Variant]
        package let placeholder: String

        package init(variants: [Manifest.Variant], placeholder: String) {
            self.variants = variants
            self.placeholder = placeholder
        }
    }
}

extension RenderRecord {
    /// nil for anything else than what ``json`` gives, which is then as good as no record.
    package init?(parsing bytes: [UInt8]) {
        guard let document = try? JSON(parsing: bytes) else { return nil }
        let findings = Findings(unknownKeys: .refuse)
        let field = JSONField(document, findings: findings)
        guard let object = field.object(["failed", "placeholder", "variants"]) else { return nil }
        if let reason = object.optional("failed")?.string() {
            self = .failed(reason)
            return
        }
        let placeholder = object.required("placeholder")?.text(limit: 200)
        let variants = object.required("variants")?.list { field -> Manifest.Variant? in
            guard let object = field.object(["recipe", "picture"]) else { return nil }
            guard let recipe = object.required("recipe")?.text(limit: 64) else { return nil }
            return object.required("picture").flatMap { Manifest.Variant($0, recipe: recipe) }
        }
        guard findings.all.isEmpty, let placeholder, let variants else { return nil }
        self = .made(Rendering(variants: variants, placeholder: placeholder))
    }

    package var json: JSON {
        switch self {
        case .failed(let reason): return ["failed": .string(reason)]
        case .made(let rendering):
            let variants = rendering.variants.map { variant -> JSON in
                ["recipe": .string(variant.recipe), "picture": variant.json]
            }
            return ["placeholder": .string(rendering.placeholder), "variants": .array(variants)]
        }
    }
}
