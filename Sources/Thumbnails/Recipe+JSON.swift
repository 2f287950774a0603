import Rollout
import StrictJSON
import WallpaperManifest

extension Recipe {
    private static let keys = [
        "summary", "families", "devices", "entries", "magnification", "fit", "treatment", "format",
        "quality", "classes", "size", "unsafeOn",
    ]

    init?(_ field: JSONField, name: String) {
        guard let object = field.object(Self.keys) else { return nil }
        let summary = object.required("summary")?.text(limit: 500)
        let families: [WidgetFamily]? = object.required("families")?.distinctList {
            $0.named("widget family")
        }
        let kind: Device.Kind? = object.optional("devices")?.named("kind of device")
        let entries = object.required("entries")?.integer(in: 1...400)
        let magnification = object.value("magnification", or: 1) { $0.decimal(in: 0.25...4) }
        let fit: Fit? = object.value("fit", or: .centre) { $0.named("fit") }
        let treatment: Treatment? = object.value("treatment", or: Treatment.none) { $0.named("treatment") }
        let encoding = Encoding(object)
        let sizing = Sizing(object)
        guard isHyphenated(name) else {
            field.report("the name is not made of lower-case words joined by '-'")
            return nil
        }
        guard let summary, let families, let entries, let magnification, let fit, let treatment,
            let encoding, let sizing
        else { return nil }
        self.init(
            name: name,
            summary: summary,
            families: families,
            deviceKind: kind,
            entries: Int(entries),
            magnification: magnification,
            fit: fit,
            treatment: treatment,
            encoding: encoding,
            sizing: sizing
        )
    }

    /// The file's form: what is as it would be if left out is left out.
    var json: JSON {
        var object: [String: JSON] = [
            "summary": .string(summary), "families": .array(families.map { .string($0.rawValue) }),
            "entries": .integer(Int64(entries)), "fit": .string(fit.rawValue),
        ]
        object["devices"] = deviceKind.map { .string($0.rawValue) }
        if magnification != 1 { object["magnification"] = .number(magnification) }
        if treatment != .none { object["treatment"] = .string(treatment.rawValue) }
        switch encoding {
        case .jpeg(let quality):
            object["format"] = "jpeg"
            object["quality"] = .integer(Int64(quality))
        case .png: object["format"] = "png"
        }
        switch sizing {
        case .classes(let classes): object["classes"] = .array(classes.map(\.json))
        case .fixed(let size, let unsafeOn):
            object["size"] = size.json
            object["unsafeOn"] = .array(unsafeOn.map { .string($0) })
        }
        return .object(object)
    }
}

extension Recipe.Encoding {
    fileprivate init?(_ object: JSONObject) {
        guard
            let isJPEG = object.required("format")?.oneOf([("jpeg", true), ("png", false)], what: "format")
        else { return nil }
        guard isJPEG else {
            if let quality = object.optional("quality") { quality.report("a PNG has no quality") }
            self = .png
            return
        }
        guard let quality = object.required("quality")?.integer(in: 1...100) else { return nil }
        self = .jpeg(quality: Int(quality))
    }
}

extension Recipe.Sizing {
    fileprivate init?(_ object: JSONObject) {
        guard let size = object.optional("size") else {
            // Not there yet in a recipe that a person has just written.
            let classes = object.value("classes", or: []) { $0.list(SizeClass.init) }
            guard let classes else { return nil }
            self = .classes(classes)
            return
        }
        object.optional("classes")?.report("a recipe has either a size or classes")
        let unsafeOn = object.value("unsafeOn", or: []) { $0.list { $0.text(limit: 200) } }
        guard let size = PixelSize(size), let unsafeOn else { return nil }
        self = .fixed(size, unsafeOn: unsafeOn)
    }
}

extension SizeClass {
    init?(_ field: JSONField) {
        guard let object = field.object(["size", "devices", "belowNative"]) else { return nil }
        let size = object.required("size").flatMap { PixelSize($0) }
        let places = object.required("devices")?.list { $0.text(limit: 200) }
        let below = object.value("belowNative", or: [:]) { field -> [String: Int]? in
            guard let members = field.members() else { return nil }
            let percents = members.compactMap { name, field in
                field.integer(in: 0...99).map { (name, Int($0)) }
            }
            return percents.count == members.count
                ? Dictionary(percents) { first, _ in first } : nil
        }
        guard let size, let places, let below else { return nil }
        self.init(size: size, places: places, belowNative: below)
    }

    var json: JSON {
        var object: [String: JSON] = [
            "size": size.json, "devices": .array(places.map { .string($0) }),
        ]
        if !belowNative.isEmpty {
            object["belowNative"] = .object(belowNative.mapValues { .integer(Int64($0)) })
        }
        return .object(object)
    }
}
