import DateFindings
import Definitions
import Rollout
import TextLayout
import Thumbnails

/// Whether the widest text fits.
struct WidthCheck {
    let ruler: TextRuler
    /// nil: there is no table, so nothing is held against it.
    let devices: DeviceTable?

    /// The share of a width by which Noto Sans, in which text is measured, and San Francisco, which cannot be had here,
    /// are assumed to differ at most.
    static let margin = 0.1

    /// The texts of one date in one locale.
    struct Texts {
        /// The widest, with how wide it is; nil when none could be measured.
        var widest: (text: String, width: Double, rendering: Rendering, moment: CheckedMoment)?
        /// One whose letters no font has.
        var unmeasured: String?
    }

    /// Lays out every text of a date.
    func measure(_ date: DateCase, _ renderings: [Rendering]) -> Texts {
        var texts = Texts()
        for rendering in renderings {
            for (moment, text) in rendering.texts {
                let whole = date.inContext(text)
                guard let width = ruler.width(of: whole, date.style) else {
                    texts.unmeasured = whole
                    continue
                }
                if width > texts.widest?.width ?? -1 { texts.widest = (whole, width, rendering, moment) }
            }
        }
        return texts
    }

    func findings(of date: DateCase, _ texts: Texts, shorter: DateCase.Shorter?) -> [DateFinding] {
        var findings: [DateFinding] = []
        if let text = texts.unmeasured {
            findings.append(
                date.finding(
                    .unmeasured,
                    "no font here has all letters of \"\(text)\"",
                    fix: "install the Noto font of the script",
                    certainty: .deviceOnly,
                    lookAt:
                        "whether the date fits the \(date.declaration.family.rawValue) widget in \(date.locale)"
                )
            )
        }
        guard let widest = texts.widest, let devices else { return findings }
        let rooms = WidgetRoom.all(of: date.declaration.family, on: devices, fontSize: date.fontSize)
        let tight = rooms.filter { !fits(widest.text, width: widest.width * (1 + Self.margin), in: $0, date) }
        let narrow = tight.filter {
            !fits(widest.text, width: widest.width * (1 - Self.margin), in: $0, date)
        }
        guard let room = (narrow.first ?? tight.first) else { return findings }
        let isSure = !narrow.isEmpty
        let count = isSure ? narrow.count : tight.count
        // With the margin, so that it fits whichever way the fonts differ.
        let fitting = room.width * Double(date.declaration.layout.lines) / (widest.width * (1 + Self.margin))
        let scale = (fitting * 100).rounded(.down) / 100
        let share = Int(Self.margin * 100)
        findings.append(
            date.finding(
                .tooWide,
                "\(Self.points(widest.width)) wide at \(Self.points(date.fontSize))\(date.atScale), and "
                    + "\(room.device) has \(Self.points(room.width))\(date.inLines); "
                    + "\(isSure ? "does not fit" : "may not fit") on \(count) of \(rooms.count) devices, measured in Noto "
                    + "Sans give or take \(share) %",
                fix: Self.fix(date, scale: scale, shorter: shorter, in: room),
                severity: isSure ? .error : .warning,
                certainty: .predicted,
                example: DateFinding.Example(
                    text: widest.text,
                    circumstances: widest.rendering.circumstances(
                        widest.moment,
                        hasTime: widest.rendering.renderer.pattern?.has("hHkKm") ?? false
                    )
                ),
                lookAt: "\(room.device) with the date of the example"
            )
        )
        return findings
    }

    private func fits(_ text: String, width: Double, in room: WidgetRoom, _ date: DateCase) -> Bool {
        let layout = date.declaration.layout
        let needed = width * layout.minimumScale
        if needed <= room.width { return true }
        guard layout.lines > 1 else { return false }
        // The text as wide as it would be, in lines of the room: the same as its own width in a room made smaller.
        let shrunk = room.width * (ruler.width(of: text, date.style) ?? width) / needed
        return ruler.lineCount(of: text, date.style, width: shrunk) <= layout.lines
    }

    private static func fix(
        _ date: DateCase,
        scale: Double,
        shorter: DateCase.Shorter?,
        in room: WidgetRoom
    ) -> String {
        let shrink = "let it shrink to a scale of \(scale) (`minimumScaleFactor`)"
        let readable = date.fontSize * scale >= smallestReadable
        if let shorter, shorter.width * (1 + margin) <= room.width * Double(date.declaration.layout.lines) {
            let template = "\(date.useTemplate(shorter.template)), which is \(points(shorter.width)) wide"
            return readable ? "\(template), or \(shrink)" : template
        }
        return readable
            ? shrink
            : "show less: it would need a scale of \(scale), which makes letters smaller than \(points(smallestReadable))"
    }

    /// The smallest text of Apple's guidelines, in points.
    private static let smallestReadable = 11.0

    static func points(_ width: Double) -> String {
        let tenths = (width * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths)) pt" : "\(tenths) pt"
    }
}

extension DateCase {
    var fontSize: Double {
        declaration.layout.fontSize.map(Double.init) ?? declaration.family.defaultFontSize
    }

    var style: TextStyle { TextStyle(size: fontSize, language: locale.description) }

    /// A template that says the same in fewer letters.
    struct Shorter {
        let template: String
        /// Of its widest text, in points.
        let width: Double
    }

    /// The same fields with their names abbreviated; nil where none is written out.
    func shorter(_ ruler: TextRuler) -> Shorter? {
        guard let pattern = format.writtenFields,
            pattern.fields.contains(where: { $0.count > 3 && "MLEec".contains($0.letter) })
        else { return nil }
        let short = DatePattern(
            tokens: pattern.tokens.map { token in
                if case .field(let letter, let count) = token, count > 3 { .field(letter, 3) } else { token }
            }
        )
        let template = short.template(hour: "j")
        let renderer = DateRenderer(template: template, like: declaration, in: locale, DateSettings())
        let widths = CheckedMoment.days.compactMap {
            ruler.width(of: inContext(renderer.text(at: $0)), style)
        }
        return widths.max().map { Shorter(template: template, width: $0) }
    }

    fileprivate var atScale: String {
        let scale = declaration.layout.minimumScale
        return scale == 1 ? "" : " (shrunk to \(scale) at most)"
    }

    fileprivate var inLines: String {
        let lines = declaration.layout.lines
        return lines == 1 ? "" : " in each of \(lines) lines"
    }
}
