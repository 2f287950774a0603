package import DateFindings
package import Definitions
import Rollout
package import TextLayout
package import Thumbnails

/// A picture of every date in every locale, each in its widget on the narrowest device.
///
/// A person sees the whole rollout at a glance; what must not go out is framed in red.
package struct ContactSheet {
    private let report: DateReport
    private let rows: [Row]
    private let worst: [Place: [DateFinding]]

    /// A date of a widget, with its text in each locale.
    fileprivate struct Row {
        let app: AppProfile
        let subject: DateFinding.Subject
        let declaration: DateDeclaration
        /// Of the widget on the narrowest device, in points.
        let size: PointSize
        let cells: [Cell]
    }

    fileprivate struct Cell {
        let locale: LocaleTag
        /// The widest; nil when there is none to show.
        let text: String?
    }

    private struct Place: Hashable {
        let subject: DateFinding.Subject
        let locale: LocaleTag
    }

    /// - Parameter devices: nil: widgets have the size that they have on a screen of 375x667.
    package init(_ report: DateReport, of apps: [AppProfile], devices: DeviceTable?) {
        self.report = report
        worst = Dictionary(grouping: report.findings) { Place(subject: $0.subject, locale: $0.locale) }
        let samples = Dictionary(
            report.samples.map { (Place(subject: $0.subject, locale: $0.locale), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        rows = apps.flatMap { app in
            app.widgets.flatMap { widget in
                widget.dates.map { date in
                    let subject = DateFinding.Subject(
                        app: app.id,
                        widget: widget.widget.kind,
                        date: date.id,
                        family: date.family
                    )
                    let cells = app.locales.compactMap { locale -> Cell? in
                        let place = Place(subject: subject, locale: locale)
                        guard let sample = samples[place] else {
                            return Self.isChecked(place, report) ? Cell(locale: locale, text: nil) : nil
                        }
                        return Cell(locale: locale, text: sample.widest ?? sample.text)
                    }
                    return Row(
                        app: app,
                        subject: subject,
                        declaration: date,
                        size: Self.narrowest(date.family, devices),
                        cells: cells
                    )
                }
            }
        }.filter { !$0.cells.isEmpty }
    }

    private static func isChecked(_ place: Place, _ report: DateReport) -> Bool {
        report.findings.contains { $0.subject == place.subject && $0.locale == place.locale }
    }

    private static func narrowest(_ family: WidgetFamily, _ devices: DeviceTable?) -> PointSize {
        let sizes = devices?.devices.compactMap { $0.layoutSizes[family] } ?? []
        return sizes.min { $0.width < $1.width } ?? family.usualSize
    }
}

// MARK: - Drawing

extension ContactSheet {
    /// The picture, as a PNG file.
    package func png() throws(CanvasError) -> [UInt8] {
        let columns = rows.map(\.cells.count).max() ?? 0
        let width = Grid.left + Grid.label + Double(max(columns, 3)) * (Grid.cell + Grid.gap) + Grid.left
        let canvas = try Canvas(width: width, height: height, scale: Grid.scale)
        // A little more than the picture, whose last pixels may be parts of points.
        canvas.fill(Canvas.Box(x: 0, y: 0, width: width + 1, height: height + 1), Ink.paper)
        drawTitle(canvas)
        var y = Grid.top
        var app: AppProfile?
        for row in rows {
            if row.app.id != app?.id {
                y += Grid.section
                drawHeading(row, canvas, y)
                y += Grid.heading
                app = row.app
            }
            draw(row, canvas, y)
            y += row.height
        }
        return try canvas.png()
    }

    private var height: Double {
        let apps = Set(rows.map(\.app.id)).count
        return Grid.top + Double(apps) * (Grid.section + Grid.heading) + rows.reduce(0) { $0 + $1.height }
            + Grid.left
    }

    private func drawTitle(_ canvas: Canvas) {
        let errors = report.findings.count { $0.severity == .error }
        let warnings = report.findings.count { $0.severity == .warning }
        canvas.write("Dates in every locale", .label(20, .bold), x: Grid.left, y: 18, Ink.text)
        let counts = "\(report.extent.dates) dates, \(errors) errors, \(warnings) warnings. "
        let note = "Each is the widest text of its locale, on the narrowest device, in Noto Sans."
        canvas.write(counts + note, .label(11), x: Grid.left, y: 46, Ink.faint)
        var x = Grid.left
        for (colour, words) in [
            (Ink.error, "must not go out"), (Ink.warning, "worth a look"), (Ink.passes, "passes"),
        ] {
            canvas.frame(Canvas.Box(x: x, y: 68, width: 20, height: 14), radius: 4, width: 2.5, colour)
            canvas.write(words, .label(11), x: x + 26, y: 67, Ink.text)
            x += 42 + canvas.size(of: words, .label(11)).width
        }
    }

    private func drawHeading(_ row: Row, _ canvas: Canvas, _ y: Double) {
        canvas.write(row.app.name, .label(14, .bold), x: Grid.left, y: y, Ink.text)
        for (index, cell) in row.cells.enumerated() {
            canvas.write(cell.locale.description, .label(12, .bold), x: Grid.x(index), y: y + 2, Ink.faint)
        }
    }

    private func draw(_ row: Row, _ canvas: Canvas, _ y: Double) {
        let (form, text) = row.declaration.format.words
        let lines = [
            (row.subject.widget.text, Ink.text),
            ("\(row.subject.date), \(row.subject.family.rawValue)", Ink.faint),
            ("\(form) \(text)", Ink.faint),
        ]
        let box = Canvas.Box(x: Grid.left, y: y, width: Grid.label - 8, height: row.height)
        for (index, line) in lines.enumerated() {
            canvas.write(
                line.0,
                .label(10, index == 0 ? .bold : .regular),
                x: Grid.left,
                y: y + Double(index) * 14,
                line.1,
                clip: box
            )
        }
        for (index, cell) in row.cells.enumerated() { draw(cell, of: row, canvas, x: Grid.x(index), y) }
    }

    private func draw(_ cell: Cell, of row: Row, _ canvas: Canvas, x: Double, _ y: Double) {
        let findings = worst[Place(subject: row.subject, locale: cell.locale)] ?? []
        let isError = findings.contains { $0.severity == .error }
        let isWarning = findings.contains { $0.severity == .warning }
        let box = Canvas.Box(x: x, y: y, width: row.width * row.scale, height: row.size.height * row.scale)
        WidgetPicture(row.subject.family, row.app.name, box, scale: row.scale).draw(
            cell.text ?? "—",
            row.setting(in: cell.locale),
            on: canvas
        )
        let colour = isError ? Ink.error : isWarning ? Ink.warning : Ink.passes
        canvas.frame(
            box,
            radius: row.subject.family.cornerRadius(of: box),
            width: isError ? 3 : isWarning ? 2 : 1,
            colour
        )
        let worst: DateFinding.Severity = isError ? .error : .warning
        let rules = findings.filter { $0.severity == worst }.map(\.rule.rawValue)
        let style = TextStyle.label(9, isError ? .bold : .regular)
        canvas.write(
            canvas.fitting(rules, style, within: row.width * row.scale),
            style,
            x: x,
            y: y + box.height + 2,
            isError ? Ink.error : Ink.faint
        )
    }
}

extension ContactSheet.Row {
    /// In points, with what the picture of a Lock Screen widget has on each side: on a device it has no edge.
    fileprivate var width: Double { size.width + 2 * WidgetPicture.edge(of: subject.family) }

    /// How much smaller than life it is drawn, at most life-size.
    fileprivate var scale: Double { min(1, Grid.cell / width) }

    fileprivate var height: Double { max(size.height * scale, 44) + Grid.caption + Grid.gap }

    fileprivate func setting(in locale: LocaleTag) -> WidgetPicture.Setting {
        let layout = declaration.layout
        let fontSize = layout.fontSize.map(Double.init) ?? declaration.family.defaultFontSize
        return WidgetPicture.Setting(
            fontSize: fontSize,
            language: locale.description,
            lines: layout.lines,
            minimumScale: layout.minimumScale,
            room: WidgetRoom.width(of: subject.family, size, fontSize: fontSize)
        )
    }
}

extension Canvas {
    /// As many of some names as fit, and how many more there are.
    fileprivate func fitting(_ names: [String], _ style: TextStyle, within width: Double) -> String {
        let lists = stride(from: names.count, to: 0, by: -1).map { count in
            let rest = names.count - count
            return names.prefix(count).joined(separator: ", ") + (rest > 0 ? " +\(rest)" : "")
        }
        return lists.first { size(of: $0, style).width <= width } ?? lists.last ?? ""
    }
}

/// Where things are, in points.
private enum Grid {
    static let scale = 2.0
    static let left = 24.0
    static let top = 84.0
    static let section = 18.0
    static let heading = 26.0
    static let label = 204.0
    static let cell = 172.0
    static let gap = 12.0
    static let caption = 14.0

    static func x(_ column: Int) -> Double { left + label + Double(column) * (cell + gap) }
}

private enum Ink {
    static let paper = Canvas.Colour(0xF4F4F1)
    static let text = Canvas.Colour(0x1B1B1F)
    static let faint = Canvas.Colour(0x6A6A72)
    static let error = Canvas.Colour(0xD7263D)
    static let warning = Canvas.Colour(0xE0A100)
    static let passes = Canvas.Colour(0xB9BCC2)
}

extension TextStyle {
    fileprivate static func label(_ size: Double, _ weight: Weight = .regular) -> TextStyle {
        TextStyle(size: size, weight: weight, language: "en")
    }
}

extension DateDeclaration.Format {
    fileprivate var words: (form: String, text: String) {
        switch self {
        case .template(let text): ("template", text)
        case .pattern(let text): ("pattern", text)
        case .style(let text): ("style", text)
        }
    }
}

extension WidgetFamily {
    /// Of the corners that a widget has, in a picture of some size.
    fileprivate func cornerRadius(of box: Canvas.Box) -> Double {
        switch self {
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge: 12
        case .accessoryCircular, .accessoryCorner: box.width / 2
        case .accessoryRectangular: 8
        case .accessoryInline: 5
        }
    }

    /// On a screen of 375x667, in points.
    fileprivate var usualSize: PointSize {
        switch self {
        case .systemSmall: PointSize(width: 148, height: 148)
        case .systemMedium: PointSize(width: 321, height: 148)
        case .systemLarge: PointSize(width: 321, height: 324)
        case .systemExtraLarge: PointSize(width: 634.5, height: 305.5)
        case .accessoryCircular, .accessoryCorner: PointSize(width: 68, height: 68)
        case .accessoryRectangular: PointSize(width: 153, height: 68)
        case .accessoryInline: PointSize(width: 225, height: 26)
        }
    }
}
