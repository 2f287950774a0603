import CPango

/// Measures text.
///
/// Widths are those of the outlines, without hinting, so that they grow in proportion to the size. Not to be used from
/// two threads at once.
package final class TextRuler {
    private let context: OpaquePointer
    private let paragraph: Paragraph
    private var known: [Key: Double?] = [:]

    private struct Key: Hashable {
        let text: String
        let language: String
    }

    package init() {
        let map = pango_cairo_font_map_get_default()
        context = pango_font_map_create_context(map)
        pango_cairo_context_set_resolution(context, 72)
        let options = cairo_font_options_create()
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        cairo_font_options_destroy(options)
        paragraph = Paragraph(in: context)
    }

    deinit { cpango_release(UnsafeMutableRawPointer(context)) }

    /// How many different texts have been laid out.
    package var count: Int { known.count }

    /// The width of a line of text, in points.
    ///
    /// - Returns: nil when no font here has all its letters.
    package func width(of text: String, _ style: TextStyle) -> Double? {
        let key = Key(text: text, language: style.language)
        if let width = known[key] { return width.map { $0 * style.size / Self.referenceSize } }
        paragraph.set(text, TextStyle(size: Self.referenceSize, language: style.language))
        let width = paragraph.lacksGlyphs ? nil : paragraph.size.width
        known[key] = .some(width)
        return width.map { $0 * style.size / Self.referenceSize }
    }

    /// How many lines a text takes when they are broken between words.
    package func lineCount(of text: String, _ style: TextStyle, width: Double) -> Int {
        paragraph.set(text, style, width: width)
        return paragraph.lineCount
    }

    /// Widths are measured once, at this size.
    private static let referenceSize = 100.0
}
