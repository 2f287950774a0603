import Rollout
import TextLayout

/// A widget as it is drawn on a contact sheet: a background, an emblem, and a date.
struct WidgetPicture {
    private let family: WidgetFamily
    private let appName: String
    private let box: Canvas.Box
    /// How much smaller than life.
    private let scale: Double

    init(_ family: WidgetFamily, _ appName: String, _ box: Canvas.Box, scale: Double) {
        self.family = family
        self.appName = appName
        self.box = box
        self.scale = scale
    }

    /// How a date is set, life-size.
    struct Setting {
        /// In points.
        let fontSize: Double
        /// BCP 47.
        let language: String
        /// How many lines it may take, from 1.
        let lines: Int
        /// How far it may shrink, above 0 and at most 1.
        let minimumScale: Double
        /// The width of a line, in points.
        let room: Double
    }

    func draw(_ date: String, _ setting: Setting, on canvas: Canvas) {
        canvas.fill(box, radius: radius, isOnLockScreen ? Self.glass : background)
        let style = style(of: date, setting, on: canvas)
        let breaks = setting.lines > 1 ? setting.room * scale : nil
        let text = canvas.size(of: date, style, breakingAt: breaks)
        let language = setting.language
        drawEmblem(on: canvas, below: text.height)
        let x: Double
        let y: Double
        switch family {
        case .accessoryCircular, .accessoryCorner:
            x = box.x + (box.width - text.width) / 2
            y = box.y + (box.height - text.height) / 2 + box.height * 0.1
        case .accessoryInline:
            x = box.x + (box.width - text.width) / 2
            y = box.y + (box.height - text.height) / 2
        default:
            let isRightToLeft = Self.rightToLeft.contains(String(language.prefix { $0 != "-" }))
            x = isRightToLeft ? box.x + box.width - margin - text.width : box.x + margin
            y = box.y + box.height - max(margin * 0.75, 4) - text.height
        }
        // What does not fit is seen beyond the margin, and cut at the edge, as on a device without an ellipsis.
        canvas.write(date, style, breakingAt: breaks, x: x, y: y, Canvas.Colour(0xFFFFFF), clip: box)
    }

    /// The largest style in which the date fits, between its own and the smallest that it may shrink to.
    private func style(of date: String, _ setting: Setting, on canvas: Canvas) -> TextStyle {
        let room = setting.room * scale
        let styles = stride(from: 1, through: setting.minimumScale, by: -0.01).map {
            TextStyle(size: setting.fontSize * scale * $0, language: setting.language)
        }
        let fitting = styles.first { style in
            canvas.size(of: date, style).width <= room
                || setting.lines > 1 && canvas.lineCount(of: date, style, breakingAt: room) <= setting.lines
        }
        return fitting
            ?? TextStyle(
                size: setting.fontSize * scale * setting.minimumScale,
                language: setting.language
            )
    }

    /// A disc with the initial of the app; an inline widget has none.
    private func drawEmblem(on canvas: Canvas, below textHeight: Double) {
        let size: Double
        let (x, y): (Double, Double)
        switch family {
        case .accessoryInline: return
        case .accessoryCircular, .accessoryCorner:
            size = box.height * 0.26
            (x, y) = (box.x + (box.width - size) / 2, box.y + box.height * 0.12)
        default:
            size = min(36 * scale, box.height - textHeight - margin)
            (x, y) = (box.x + margin, box.y + max(margin * 0.75, 4))
        }
        guard size > 4 else { return }
        canvas.fill(Canvas.Box(x: x, y: y, width: size, height: size), radius: size / 2, accent)
        let style = TextStyle(size: size * 0.6, weight: .bold, language: "en")
        let initial = String(appName.prefix(1))
        let extent = canvas.size(of: initial, style)
        canvas.write(
            initial,
            style,
            x: x + (size - extent.width) / 2,
            y: y + (size - extent.height) / 2,
            Canvas.Colour(0xFFFFFF)
        )
    }

    private var isOnLockScreen: Bool { family.rawValue.hasPrefix("accessory") }

    /// Between the edge and the text.
    private var margin: Double { (isOnLockScreen ? Self.edge(of: family) : 16) * scale }

    /// How much wider the picture of a family is than its widget, on each side.
    static func edge(of family: WidgetFamily) -> Double {
        family == .accessoryRectangular || family == .accessoryInline ? 6 : 0
    }

    private var radius: Double {
        switch family {
        case .accessoryCircular, .accessoryCorner: box.width / 2
        case .accessoryRectangular: 8
        case .accessoryInline: 5
        default: 12
        }
    }

    /// The same for an app wherever it shows.
    private var shade: Int { appName.utf8.reduce(0) { ($0 * 31 + Int($1)) % 997 } % Self.shades.count }
    private var background: Canvas.Colour { Self.shades[shade].background }
    private var accent: Canvas.Colour { isOnLockScreen ? Canvas.Colour(0x8E8E96) : Self.shades[shade].accent }

    private static let glass = Canvas.Colour(0x3A3A40)
    private static let shades = [
        (background: Canvas.Colour(0x22304F), accent: Canvas.Colour(0x5B8DEF)),
        (background: Canvas.Colour(0x3B2A4A), accent: Canvas.Colour(0xB07CE8)),
        (background: Canvas.Colour(0x1F3D3A), accent: Canvas.Colour(0x3FB59B)),
        (background: Canvas.Colour(0x4A2C2A), accent: Canvas.Colour(0xE8805B)),
        (background: Canvas.Colour(0x2F3B22), accent: Canvas.Colour(0x8DB34A)),
        (background: Canvas.Colour(0x20384A), accent: Canvas.Colour(0x46B1D6)),
    ]
    private static let rightToLeft = ["ar", "he", "fa", "ur", "ckb", "ps"]
}
