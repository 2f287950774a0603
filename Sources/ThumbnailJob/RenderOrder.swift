import Imaging
import Rollout
import StrictJSON
import Thumbnails
import WallpaperManifest

/// What a worker is asked to make of the file that comes with the order.
struct RenderOrder: Equatable, Sendable {
    /// One picture.
    struct Item: Equatable, Sendable {
        let size: PixelSize
        let fit: Recipe.Fit
        let treatment: Recipe.Treatment
        /// Whether an emblem is round.
        let isRound: Bool
        let encoding: Recipe.Encoding
        let byteCap: Int
    }

    /// Of the file, in bytes.
    let byteCount: Int
    let items: [Item]
    let focus: WallpaperNotes.Focus?
    /// The most bytes that may be held of a picture that can only be decoded whole.
    let frameBytes: Int
    /// The longer side of a picture of the whole wallpaper for the report; nil: none is wanted.
    let beforeEdge: Int?
}

extension RenderOrder {
    init(_ task: Plan.Task, _ list: RenditionList, frameBytes: Int, beforeEdge: Int?) {
        self.init(
            byteCount: task.picture.stamp.size,
            items: list.entries.map { entry in
                Item(
                    size: entry.size,
                    fit: entry.recipe.fit,
                    treatment: entry.recipe.treatment,
                    isRound: entry.recipe.families == [.accessoryCircular],
                    encoding: entry.recipe.encoding,
                    byteCap: entry.byteCap
                )
            },
            focus: task.picture.notes.focus,
            frameBytes: frameBytes,
            beforeEdge: beforeEdge
        )
    }

    var json: JSON {
        var object: [String: JSON] = [
            "bytes": .integer(Int64(byteCount)), "items": .array(items.map(\.json)),
            "frameBytes": .integer(Int64(frameBytes)),
        ]
        object["focus"] = focus.map { [.number($0.x), .number($0.y)] }
        object["beforeEdge"] = beforeEdge.map { .integer(Int64($0)) }
        return .object(object)
    }

    /// nil for anything else than what ``json`` gives.
    init?(_ document: JSON) {
        let field = JSONField(document, findings: Findings(unknownKeys: .refuse))
        guard let object = field.object(["bytes", "items", "frameBytes", "focus", "beforeEdge"]),
            let bytes = object.required("bytes")?.integer(in: 1...Int64(SourceFolder.sizeLimit)),
            let items = object.required("items")?.list(Item.init),
            let frameBytes = object.required("frameBytes")?.integer(in: 0...Int64.max)
        else { return nil }
        var focus: WallpaperNotes.Focus?
        if case .array(let parts)? = object.optional("focus")?.value, case .number(let x)? = parts.first,
            case .number(let y)? = parts.last
        {
            focus = WallpaperNotes.Focus(x: x, y: y)
        }
        self.init(
            byteCount: Int(bytes),
            items: items,
            focus: focus,
            frameBytes: Int(frameBytes),
            beforeEdge: object.optional("beforeEdge")?.integer(in: 1...1024).map { Int($0) }
        )
    }
}

extension RenderOrder.Item {
    fileprivate var json: JSON {
        var object: [String: JSON] = [
            "size": size.json, "fit": .string(fit.rawValue), "treatment": .string(treatment.rawValue),
            "round": .bool(isRound), "cap": .integer(Int64(byteCap)),
        ]
        if case .jpeg(let quality) = encoding { object["quality"] = .integer(Int64(quality)) }
        return .object(object)
    }

    fileprivate init?(_ field: JSONField) {
        guard let object = field.object(["size", "fit", "treatment", "round", "cap", "quality"]),
            case .array(let sides)? = object.required("size")?.value, sides.count == 2,
            case .integer(let width) = sides[0], case .integer(let height) = sides[1],
            let fit = object.required("fit")?.string().flatMap(Recipe.Fit.init),
            let treatment = object.required("treatment")?.string().flatMap(Recipe.Treatment.init),
            let isRound = object.required("round")?.bool(),
            let cap = object.required("cap")?.integer(in: 1...Int64.max)
        else { return nil }
        let quality = object.optional("quality")?.integer(in: 1...100).map { Int($0) }
        self.init(
            size: PixelSize(width: Int(width), height: Int(height)),
            fit: fit,
            treatment: treatment,
            isRound: isRound,
            encoding: quality.map { .jpeg(quality: $0) } ?? .png,
            byteCap: Int(cap)
        )
    }

    /// The same for the decoder.
    ///
    /// - Parameter quality: Instead of that of the order; nil: as ordered.
    func rendition(focus: WallpaperNotes.Focus?, quality: Int? = nil) -> Rendition {
        let treatment: Rendition.Treatment =
            switch treatment {
            case .none: .none
            case .dimmed: .dimmed(Self.dimming)
            case .emblem: .emblem(isRound ? .circle : .rectangle)
            }
        let fit: Rendition.Fit =
            switch self.fit {
            case .centre: .centre
            case .attention: focus.map { .focal(x: $0.x, y: $0.y) } ?? .attention
            }
        let encoding: Rendition.Encoding =
            switch encoding {
            case .jpeg(let ordered): .jpeg(quality: quality ?? ordered)
            case .png: .png
            }
        return Rendition(
            width: size.width,
            height: size.height,
            fit: fit,
            treatment: treatment,
            encoding: encoding
        )
    }

    /// A third of the light, and nothing of what is then darker than a fiftieth of white.
    private static let dimming = Dimming(brightness: 0.33, blackPoint: 0.02)
}
