import Rollout
package import StrictJSON

extension Manifest {
    /// The version of the form below; a reader refuses one that it does not know.
    private static let format: Int64 = 1

    /// Reads a manifest in its published form: JSON, at most ``byteLimit``, which is not looked at here.
    ///
    /// Unknown keys are passed over: a newer job may have written them.
    ///
    /// - Parameter file: Where they are from, for the error.
    /// - Throws: ``ManifestError`` with every fault.
    public init(parsing bytes: [UInt8], file: String) throws(ManifestError) {
        let findings = Findings(unknownKeys: .ignore)
        var manifest: Manifest?
        do throws(JSONError) {
            let (document, duplicates) = try JSON.parse(bytes)
            for path in duplicates { findings.add("stands twice", at: path) }
            manifest = Manifest(JSONField(document, findings: findings))
        } catch {
            findings.add(error.description, at: .root)
        }
        guard findings.all.isEmpty, let manifest else { throw ManifestError(file, findings) }
        self = manifest
    }

    /// Whose a manifest is; nil also when it has a form that is not known.
    static func app(_ field: JSONField) -> AppID? {
        guard let object = field.object(["format", "app", "wallpapers"]) else { return nil }
        let isKnown = object.required("format")?.integer(in: Self.format...Self.format) != nil
        let app = object.required("app")?.parsed(AppID.init)
        return isKnown ? app : nil
    }

    private init?(_ field: JSONField) {
        guard let object = field.object(["format", "app", "wallpapers"]), let app = Self.app(field) else {
            return nil
        }
        let members = object.required("wallpapers")?.members()
        let wallpapers = members?.compactMap { name, field in Wallpaper(field, name: name) }
        guard let wallpapers, wallpapers.count == members?.count else { return nil }
        self.init(app: app, wallpapers: wallpapers)
    }

    /// What is served; equal manifests give equal bytes in canonical form.
    package var json: JSON {
        let members = wallpapers.map { ($0.id.text, $0.json) }
        return [
            "format": .integer(Self.format), "app": .string(app.text),
            "wallpapers": .object(Dictionary(members) { first, _ in first }),
        ]
    }
}

extension Manifest.Wallpaper {
    init?(_ field: JSONField, name: String) {
        let keys = ["title", "category", "from", "until", "placeholder", "variants"]
        guard let object = field.object(keys) else { return nil }
        let id = field.parsed(name: name, WallpaperID.init)
        let title = object.required("title")?.text(limit: 200)
        let category = object.optional("category")?.parsed(WallpaperCategory.init)
        let placeholder = object.required("placeholder")?.text(limit: 200)
        let members = object.required("variants")?.members()
        let variants = members?.map { recipe, field in
            field.list { Manifest.Variant($0, recipe: recipe) }
        }
        guard let id, let title, let placeholder, let publication = Publication(object),
            let variants, !variants.contains(nil)
        else { return nil }
        self.init(
            id: id,
            title: title,
            category: category,
            publication: publication,
            placeholder: placeholder,
            variants: variants.compactMap(\.self).flatMap(\.self)
        )
    }

    var json: JSON {
        var object: [String: JSON] = ["title": .string(title), "placeholder": .string(placeholder)]
        object["category"] = category.map { .string($0.text) }
        object["from"] = publication.from.map { .string("\($0)") }
        object["until"] = publication.until.map { .string("\($0)") }
        let variants = Dictionary(grouping: variants, by: \.recipe)
        object["variants"] = .object(variants.mapValues { .array($0.map(\.json)) })
        return .object(object)
    }
}

extension Manifest.Variant {
    package init?(_ field: JSONField, recipe: String) {
        guard let object = field.object(["size", "hash", "format", "bytes"]) else { return nil }
        let size = object.required("size").flatMap { PixelSize($0) }
        let hash = object.required("hash")?.string()
        let format: ImageFormat? = object.required("format")?.named("format")
        let count = object.required("bytes")?.integer(in: 1...1_000_000_000)
        guard let size, let hash, let format, let count else { return nil }
        let file: ImageFile? = field.parsed(name: hash) { text throws(InvalidValue) in
            try ImageFile(hash: text, format: format, byteCount: Int(count))
        }
        guard let file else { return nil }
        self.init(recipe: recipe, size: size, file: file)
    }

    package var json: JSON {
        [
            "size": size.json, "hash": .string(file.hash), "format": .string(file.format.rawValue),
            "bytes": .integer(Int64(file.byteCount)),
        ]
    }
}
